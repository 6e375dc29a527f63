/** Pages with the markdown that another converter produces for them. */

import { type Failure, type SuiteOptions, type SuiteResult, shareOf } from '../suite.ts'
import { type TreeDetail, treeOf } from './page-tree.ts'
import { renderers } from './renderers.ts'
import { differenceOf, markdownOfHtml } from './round-trip.ts'

export interface Conversion {
  name: string
  html: string
  /** The other converter's markdown. */
  markdown: string
}

const micromark = renderers[1]

/** Style differences, each with the details that the comparison must ignore, from the page's own properties to its layout. */
const kinds: readonly { name: string; without: readonly TreeDetail[] }[] = [
  { name: 'white space at the ends of code', without: ['code space'] },
  { name: 'titles', without: ['titles'] },
  { name: 'lists and tables', without: ['tables', 'places'] },
  { name: 'empty delimiters of the other converter', without: ['emphasis', 'delimiters'] },
  {
    name: 'the same text in different markup',
    without: [
      'titles',
      'links',
      'emphasis',
      'headings',
      'tables',
      'places',
      'line breaks',
      'code',
      'spaces',
      'empty',
      'languages',
      'blocks',
    ],
  },
]

/** Parts of a page that each converter reads differently. */
const choices: readonly { name: string; of: RegExp }[] = [
  {
    name: 'elements that every converter reads differently',
    of: /<(?:input|select|textarea|button|audio|video|iframe|object|embed|dl|ruby|q|noscript|template|svg|canvas|math|progress|meter|applet|noframes|noembed|frame|caption|base|menuitem|image)\b|<img>|rowspan|colspan|=["']?data:|href="?#|<a>/i,
  },
  { name: 'blocks in links', of: /<a [^>]*>\s*<(?:h\d|div|p|blockquote)\b/i },
  { name: 'references that the other converter reads twice', of: /&amp;\w+;/ },
]

export function judgeConversions(conversions: readonly Conversion[], options: SuiteOptions): SuiteResult {
  const cases = shareOf(conversions, 100, options)
  const style: Record<string, number> = {}
  const failures: Failure[] = []
  for (const { name, html, markdown } of cases) {
    const ours = micromark?.render(markdownOfHtml(html)) ?? ''
    const theirs = micromark?.render(markdown) ?? ''
    const [got, expected] = [treeOf(ours), treeOf(theirs)]
    if (got === expected) continue
    const kind = differenceOf(html) === null ? 'the page itself' : kindOf(ours, theirs, html)
    if (kind) style[kind] = (style[kind] ?? 0) + 1
    else failures.push({ name: `${name}: ${html} → ${markdownOfHtml(html)}`, got, expected })
  }
  const styled = Object.values(style).reduce((sum, count) => sum + count, 0)
  return { cases: cases.length, passed: cases.length - styled - failures.length, style, failures }
}

function kindOf(ours: string, theirs: string, html: string): string | null {
  const kind = kinds.find(({ without }) => {
    const options = { without: new Set(without) }
    return treeOf(ours, options) === treeOf(theirs, options)
  })
  return (kind ?? choices.find(({ of }) => of.test(html)))?.name ?? null
}
