import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scrapeOperation } from '../../../src/contract/scrape.ts'
import { parseFlags } from '../../../src/interfaces/cli/flags.ts'
import { withScheme } from '../../../src/interfaces/cli/given/named-files.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { runMain } from '../../run-main.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-output-'))
  origin = await openOrigin({
    '/': { body: '<title>Oak</title><p>An oak is a tree.</p><p><a href="/x">More trees</a></p>' },
    '/gone': {
      body: '<title>Page not found – Harbour Tools</title><h1>Page not found</h1><p>The page you are looking for may have been moved or deleted.</p>',
    },
    '/404': { status: 404, body: '<title>Oops</title><p>not here</p>' },
  })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

describe('a URL without a scheme', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com/a:b?c', 'https://example.com/a:b?c'],
    ['localhost:8080', 'https://localhost:8080'],
    ['localhost:8080/x', 'https://localhost:8080/x'],
    ['[::1]:8080', 'https://[::1]:8080'],
    ['HTTP://example.com', 'HTTP://example.com'],
    ['mailto:ann@example.com', 'mailto:ann@example.com'],
    ['user:1@example.com', 'user:1@example.com'],
    ['/etc/passwd', '/etc/passwd'],
    ['', ''],
  ])('%s is read as %s', (given, url) => {
    expect(withScheme(given)).toBe(url)
  })

  it('is fetched over https when alone, in a list or in other commands', async () => {
    const bare = origin.url.slice('http://'.length)
    expect(await runMain(['scrape', bare])).toMatchObject({ code: 3, stderr: expect.stringContaining('TLS') })
    const { stdout } = await runMain(['scrape', bare, 'mailto:a@b'])
    expect(stdout.split('\n').map((line) => line && JSON.parse(line).detail[0].type)).toEqual([
      'target_unreachable',
      'url_scheme',
      '',
    ])
    expect((await runMain(['explain', bare])).code).toBe(3)
    expect(await runMain(['scrape', 'mailto:ann@example.com'])).toMatchObject({ code: 2, stdout: '' })
  })
})

describe('--fail', () => {
  it('exits with 3 for an error page, and prints it', async () => {
    expect(await runMain(['scrape', `${origin.url}/404`, '--fail'])).toMatchObject({ code: 3, stdout: 'not here\n' })
    expect((await runMain(['scrape', '--fail', `${origin.url}/404`, '--json'])).code).toBe(3)
    expect((await runMain(['scrape', `${origin.url}/404`])).code).toBe(0)
    expect((await runMain(['scrape', '--fail', `${origin.url}/`])).code).toBe(0)
  })

  it('exits with 3 for a soft error page', async () => {
    const ended = await runMain(['scrape', `${origin.url}/gone`, '--fail'])
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('warning: not_found_page: ') })
    expect(ended.stdout).toContain('Page not found')
  })

  it('exits with 3 if one page of several fails', async () => {
    const { code, stdout } = await runMain(['scrape', `${origin.url}/`, `${origin.url}/404`, '--fail'])
    expect([code, stdout.trimEnd().split('\n')]).toEqual([3, expect.objectContaining({ length: 2 })])
  })
})

describe('-o and -q', () => {
  it('write the content to a file, and print neither title nor warnings', async () => {
    const file = join(folder, 'page.md')
    const ended = await runMain(['scrape', `${origin.url}/404`, '-o', file, '-q'])
    expect([ended, readFileSync(file, 'utf8')]).toEqual([{ code: 0, stdout: '', stderr: '' }, 'not here\n'])
    const told = await runMain(['scrape', `${origin.url}/404`, `--output-file=${file}`])
    expect(told.stderr).toMatch(/^title: Oops\nwarning: target_status: /)
    expect((await runMain(['explain', `${origin.url}/`, '-o', file])).stdout).toBe('')
    expect(readFileSync(file, 'utf8')).toContain('kept: ')
  })

  it('are refused where they make no sense', async () => {
    const file = join(folder, 'none.md')
    const urls = [`${origin.url}/`, `${origin.url}/404`]
    expect(await runMain(['scrape', ...urls, '-o', file])).toMatchObject({ code: 2, stdout: '' })
    expect((await runMain(['scrape', `${origin.url}/`, '-o', file, '--output-dir', folder])).code).toBe(2)
    expect(existsSync(file)).toBe(false)
    const unwritable = await runMain(['scrape', `${origin.url}/`, '-o', join(folder, 'no', 'page.md')])
    expect(unwritable).toMatchObject({ code: 4, stderr: expect.stringContaining("can't write") })
  })
})

describe('nothing is dropped silently', () => {
  it('--extra-outputs is refused without a place to put them', async () => {
    const asked = ['scrape', `${origin.url}/`, '--extra-outputs', 'links']
    expect(await runMain(asked)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--json') })
    const whole = JSON.parse((await runMain([...asked, '--json'])).stdout)
    expect(whole.extra.links).toHaveLength(1)
    expect((await runMain([...asked, '--output-dir', join(folder, 'a', 'b')])).stdout).toContain('More trees')
  })

  it('a piece that continues says so', async () => {
    const { stderr } = await runMain(['scrape', `${origin.url}/`, '--max-chars', '10'])
    expect(stderr).toMatch(/^title: Oak\ncontinues: 10 of \d+ characters; add --offset 10 to read on\n$/)
  })

  it('highlights without a match say so', async () => {
    const ended = await runMain(['scrape', `${origin.url}/`, '--highlights', 'quantum chromodynamics'])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('warning: no_highlights: ') })
  })

  it.skipIf(process.platform !== 'linux')("a folder that can't be created in /proc is an error", async () => {
    const ended = await runMain(['scrape', `${origin.url}/`, '--output-dir', '/proc/pages/a'])
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("can't create the folder: the file system refuses it"),
    })
  })

  it('a folder that cannot be made is an error', async () => {
    const ended = await runMain(['scrape', `${origin.url}/`, '--output-dir', join(process.execPath, 'pages')])
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("can't create the folder: part of its path is a file"),
    })
  })
})

describe('flags without a value', () => {
  const parse = (...argv: string[]) => parseFlags(scrapeOperation(['m']), argv).parameters

  it('do not treat a URL as their value', () => {
    expect(parse('a.example', '--render-js', 'b.example')).toEqual([
      ['url', 'a.example'],
      ['render_js', 'true'],
      ['url', 'b.example'],
    ])
  })

  it('are false with --no-', () => {
    expect(parse('--no-main-content', 'a.example')).toEqual([
      ['main_content', 'false'],
      ['url', 'a.example'],
    ])
  })
})
