import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchorsOf, documents, guides, read, root, targetsOf } from './document.ts'

const isOutside = (target: string) => /^[a-z]+:/.test(target)

/** Returns the target's file, relative to the root, and its anchor. */
function resolve(document: string, target: string): { file: string; anchor: string } {
  const [path = '', anchor = ''] = target.split('#')
  return { file: path === '' ? document : join(dirname(document), path), anchor }
}

describe.each(documents)('%s', (document) => {
  const { links, pictures } = targetsOf(read(document))
  const inside = [...links, ...pictures].filter((target) => !isOutside(target)).map((one) => resolve(document, one))

  it('links only to existing files', () => {
    expect(inside.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  })

  it('links only to existing headings', () => {
    const named = inside.filter(({ file, anchor }) => anchor !== '' && file.endsWith('.md'))
    expect(named.filter(({ file, anchor }) => !anchorsOf(read(file)).includes(anchor))).toEqual([])
  })

  it('links to other sites over https only, except for the service on this machine', () => {
    const outside = [...links, ...pictures].filter(isOutside).map((target) => new URL(target))
    expect(outside.filter(({ protocol, host }) => protocol !== 'https:' && host !== '127.0.0.1:8787')).toEqual([])
  })

  it('shows its own images, as PNG or SVG', () => {
    const starts = pictures.map((one) => readFileSync(join(root, resolve(document, one).file)).subarray(0, 4))
    for (const start of starts) expect(['\x89PNG', '<svg']).toContain(start.toString('latin1'))
  })
})

it('docs/README.md links to every page in docs/', () => {
  const index = 'docs/README.md'
  const linked = targetsOf(read(index)).links.map((target) => resolve(index, target).file)
  expect(guides.filter((page) => !page.endsWith('README.md') && !linked.includes(page))).toEqual([])
  expect(targetsOf(read('README.md')).links).toContain(index)
})
