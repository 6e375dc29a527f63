import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScrapeResult } from '../../../../src/contract/scrape.ts'
import { fileNameOf, openOutputFolder } from '../../../../src/interfaces/cli/batch/output-folder.ts'

describe('the file name', () => {
  it.each([
    [1, 'https://example.com/', '001-example.com.md'],
    [12, 'https://example.com/blog/2026/a-post.html?page=2#x', '012-example.com-blog-2026-a-post.html.md'],
    [999, 'http://127.0.0.1:8080/a', '999-127.0.0.1-8080-a.md'],
    [1_000_000, 'https://example.com/a', '1000000-example.com-a.md'],
    [3, 'https://de.wikipedia.org/wiki/K%C3%A4se', '003-de.wikipedia.org-wiki-Käse.md'],
    [3, 'https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC', '003-ja.wikipedia.org-wiki-東京.md'],
    [4, 'http://[::1]:8080/a', '004-1-8080-a.md'],
  ])('is derived from entry %i, %s: %s', (number, url, name) => {
    expect(fileNameOf(number, url, 'md')).toBe(name)
  })

  it.each([
    'https://example.com/..%2f..%2f..%2fetc%2fpasswd',
    'https://example.com/..%5c..%5cwindows',
    'https://example.com/a%00b%0a%1b[31m',
    'https://example.com/CON',
    'https://example.com/a:stream|<>"*?',
    'https://example.com/trailing...%20.',
    'https://example.com/%E2%80%AEgpj.exe',
    'https://example.com/%ZZ%FF',
    `https://example.com/${'a/'.repeat(1000)}`,
    `https://example.com/${'%F0%9F%8C%B3'.repeat(100)}${'%E6%9D%B1'.repeat(150)}`,
    `https://example.com/${'%F0%A0%80%80'.repeat(150)}`,
  ])('stays inside the folder for a hostile URL: %s', (url) => {
    const name = fileNameOf(7, url, 'html')
    expect(name).toMatch(/^007-example\.com[\p{L}\p{M}\p{N}._-]*\.html$/u)
    expect(name).not.toMatch(/\.\.|[-.]\.html$/)
    expect(name.length).toBeLessThanOrEqual(100)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name.isWellFormed()).toBe(true)
  })
})

it('a page that is in the list twice is written twice at once', async () => {
  const path = mkdtempSync(join(tmpdir(), 'gleaner-twice-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const folder = await openOutputFolder(path, true)
  const page = { output: 'markdown', content: 'Oaks', model: null } as ScrapeResult
  await Promise.all(Array.from({ length: 20 }, () => folder.write(join(path, 'oak'), page)))
  const text = readFileSync(join(path, 'oak.md'), 'utf8')
  expect([readdirSync(path), text]).toEqual([['oak.md'], expect.stringMatching(/^Oaks/)])
})
