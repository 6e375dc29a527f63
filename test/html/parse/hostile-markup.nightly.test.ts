import { selectAll } from 'css-select'
import type { AnyNode } from 'domhandler'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { maxDepth } from '../../../src/html/parse/tree-builder.ts'

const url = 'https://example.com/'

describe('a hostile page', () => {
  it('has at most 512 levels', () => {
    const { root } = parseDocument('<div>'.repeat(20_000), url)
    let depth = 0
    for (let node: AnyNode | undefined = root; node !== undefined; depth++) {
      node = 'children' in node ? node.children[0] : undefined
    }
    expect(depth).toBeLessThanOrEqual(maxDepth + 2)
  })

  it('has at most 1,500 attributes per tag', () => {
    for (const quote of ['', '"']) {
      const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}=${quote}${n}${quote}`).join(' ')
      for (const tail of ['>', ' é>']) {
        const { root } = parseDocument(`<body ${attributes}${tail}`, url)
        const body = (root.children[0] as unknown as { children: { attribs: object }[] }).children[1]
        expect(Object.keys(body?.attribs ?? {})).toHaveLength(1500)
      }
    }
  })

  it('has only as many nodes as tags', () => {
    const { root } = parseDocument(`<table>${'<tr><td>1<td>2'.repeat(300_000)}</table>`, url)
    expect(selectAll('td', root.children)).toHaveLength(600_000)
  })

  it('is read once, regardless of unclosed elements', () => {
    const pieces = [
      '<a b="',
      '<!--',
      '<!----!>',
      '<',
      '<1',
      '</',
      '<a',
      '<title>',
      '<script>',
      '<script><!--',
      '<svg><![CDATA[',
      '&am',
      '<é>',
      '<!x',
      '<?',
      'a ',
      '\r',
      '&#x',
    ]
    for (const piece of pieces) {
      const { root } = parseDocument(piece.repeat(400_000 / piece.length), url)
      expect(root.children.length).toBeGreaterThan(0)
    }
  })

  it.each([
    [
      'makes too many nodes',
      `<p>${Array.from({ length: 300 }, (_, n) => `<b id=${n}>`).join('')}${'<p>x'.repeat(2000)}`,
    ],
    ['nests templates', '<template>'.repeat(600)],
  ])('is refused if it %s', (_, html) => {
    expect(() => parseDocument(html, url)).toThrow(expect.objectContaining({ type: 'invalid_response' }))
  })
})
