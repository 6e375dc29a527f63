import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { textOf } from '../../../src/html/traverse.ts'
import { markdownOf } from '../page.ts'

// Excludes `button`, `caption`, `tfoot` and hidden elements, because their text is moved or left out on purpose.
const inline = [
  'b',
  'strong',
  'em',
  'i',
  'code',
  'kbd',
  'span',
  'del',
  'sub',
  'sup',
  'q',
  'mark',
  'a',
  'small',
  'var',
  'samp',
]
const block = [
  ...[
    'p',
    'div',
    'blockquote',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'h1',
    'h2',
    'h4',
    'section',
    'figure',
    'figcaption',
    'pre',
  ],
  ...['details', 'summary', 'table', 'tbody', 'tr', 'td', 'th', 'center', 'article', 'menu', 'address', 'fieldset'],
]
const empty = [
  '<br>',
  '<hr>',
  '<img src="x.png" alt="">',
  '<wbr>',
  '\n',
  ' ',
  '&nbsp;',
  '<input type="checkbox">',
  '<!-- -->',
]
const attributes = [
  ...[
    '',
    '',
    '',
    ' class="admonition note"',
    ' class="admonition-title"',
    ' class="callout"',
    ' role="tab"',
    ' role="tabpanel"',
  ],
  ...[' class="katex"', ' class="highlight"', ' id="fn1"', ' dir="rtl"', ' class="footnote"', ' start="7"'],
  ...[' style="display:block"', ' class="CodeMirror"', ' class="sig"', ' class="tabbed-set"', ' align="right"'],
]

interface Node {
  name: string
  attribute: string
  children: (Node | string)[]
}

const { tree } = fc.letrec<{ tree: Node; child: Node | string }>((tie) => ({
  child: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom('#', '# ', ' #', '#。', '*#', '(#)', '1. #', '- #', '| #', '\n#\n'),
    fc.constantFrom(...empty),
    tie('tree'),
  ),
  tree: fc.record({
    name: fc.constantFrom(...inline, ...block, ...block),
    attribute: fc.constantFrom(...attributes),
    children: fc.array(tie('child'), { maxLength: 5 }),
  }),
}))

/** Returns the HTML, with each `#` replaced by a unique word. */
function htmlOf(node: Node | string, count = { words: 0 }): string {
  if (typeof node === 'string') return node.replace('#', () => `w${count.words++}q`)
  const href = node.name === 'a' ? ' href="/there"' : ''
  const inner = node.children.map((child) => htmlOf(child, count)).join('')
  return `<${node.name}${href}${node.attribute}>${inner}</${node.name}>`
}

const wordsIn = (text: string) => text.match(/w\d+q/g) ?? []

describe('markdown of arbitrary HTML', () => {
  it('keeps every visible word, in order, and is the same every time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async (trees) => {
        const count = { words: 0 }
        const html = trees.map((it) => htmlOf(it, count)).join('')
        const text = await markdownOf(html)
        const { root } = parseDocument(html, 'https://example.com/')
        expect(wordsIn(text)).toEqual(wordsIn(textOf(root)))
        expect(await markdownOf(html)).toBe(text)
      }),
      { numRuns: 1500 },
    )
  })

  it('has no trailing white space and no two consecutive blank lines, outside code', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (it) => {
        const text = (await markdownOf(htmlOf(it))).replace(
          /^([ >]*(?:[-*] |\d+\. )*)(`{3,})[\s\S]*?^[ >]*\2$/gm,
          '$1code',
        )
        expect(text).not.toMatch(/[ \t]$/m)
        expect(text).not.toMatch(/\n{3}/)
        expect(text).toBe(text.trim())
      }),
      { numRuns: 500 },
    )
  })
})
