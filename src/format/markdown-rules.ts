/** What each HTML element becomes in markdown: turndown's rules where they hold, ours where HTML in the wild asks for more. */

import type { Element } from 'domhandler'
import { isInert } from '../document/text-pieces.ts'
import { isElement, isText, textOf } from '../document/traverse.ts'
import { resolveAddress } from './address.ts'
import { codeBlock, inlineCode } from './markdown-code.ts'
import { linkMarkdown } from './markdown-links.ts'
import { listRules, note } from './markdown-lists.ts'
import { formula, isFormula } from './markdown-math.ts'
import { embedMarkdown, imageMarkdown } from './markdown-media.ts'
import { type Context, indentedLevels, maxIndentedLevels, type Rule } from './markdown-rule.ts'
import { tableRules } from './markdown-tables.ts'
import { emDelimiter, strongDelimiter, turndownMarkdown } from './turndown-rules.ts'

const inline: Rule = {}
const block: Rule = { display: 'block' }
const none: Rule = { display: 'none' }

const strong: Rule = {
  delimiter: strongDelimiter,
  context: 'strong',
  applies: (_, { inside }) => !inside.strong && !inside.heading,
}
const emphasis: Rule = { delimiter: emDelimiter, context: 'emphasis', applies: (_, { inside }) => !inside.emphasis }
const strike: Rule = { delimiter: '~~', context: 'strike', applies: (_, { inside }) => !inside.strike }
const code: Rule = { leaf: inlineCode }
const math: Rule = { leaf: formula }

const heading: Rule = {
  display: 'block',
  context: 'heading',
  applies: (_, { inside }) => !inside.heading,
  replacement(content, { name }, { inside }) {
    const line = content.replace(/\s*\n\s*/g, ' ')
    if (inside.cell) return line.includes('**') ? line : `**${line}**`
    return turndownMarkdown('heading', line, name)
  },
}

const rules = new Map<string, Rule>(
  Object.entries({
    ...Object.fromEntries(
      [
        ...['address', 'article', 'aside', 'body', 'center', 'dd', 'details', 'div', 'dl', 'fieldset', 'figcaption'],
        ...['figure', 'footer', 'form', 'frameset', 'header', 'hgroup', 'html', 'legend', 'main', 'nav', 'optgroup'],
        ...['p', 'search', 'section'],
      ].map((name) => [name, block]),
    ),
    ...Object.fromEntries(
      [
        ...['script', 'style', 'head', 'title', 'meta', 'link', 'base', 'noembed', 'noframes', 'param'],
        ...['source', 'track', 'col', 'colgroup', 'datalist', 'select', 'textarea', 'area', 'map', 'embed'],
        ...['rp', 'wbr', 'object', 'applet', 'bgsound', 'input'],
      ].map((name) => [name, none]),
    ),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
    strong,
    b: strong,
    em: emphasis,
    i: emphasis,
    var: emphasis,
    dfn: emphasis,
    del: strike,
    s: strike,
    strike,
    code,
    kbd: code,
    samp: code,
    tt: code,
    br: { display: 'break' },
    hr: {
      leaf: (_, { inside }) =>
        inside.link || inside.heading || inside.cell ? '' : turndownMarkdown('horizontalRule', ''),
    },
    pre: { leaf: codeBlock },
    listing: { leaf: codeBlock },
    xmp: { leaf: codeBlock },
    plaintext: { leaf: codeBlock },
    blockquote: {
      display: 'block',
      context: 'quote',
      applies: (_, context) => indentedLevels(context) < maxIndentedLevels && !context.inside.cell,
      replacement: (content) => turndownMarkdown('blockquote', content).replace(/^> $/gm, '>'),
    },
    sup: { replacement: (content, _, context) => raised(content, 'sup', context) },
    sub: { replacement: (content, _, context) => raised(content, 'sub', context) },
    q: { replacement: (content) => `"${content}"` },
    rt: { replacement: (content) => `(${content})` },
    dt: { ...strong, display: 'block' },
    summary: { ...strong, display: 'block' },
    a: {
      context: 'link',
      leaf: (element, { footnotes }) => (footnotes.marks.has(element) ? `[^${footnotes.marks.get(element)}]` : null),
      applies: isLink,
      replacement: linkMarkdown,
    },
    img: { leaf: imageMarkdown },
    iframe: { leaf: embedMarkdown },
    frame: { leaf: embedMarkdown },
    video: { leaf: embedMarkdown },
    audio: { leaf: embedMarkdown },
    math,
    'mjx-container': math,
    svg: { applies: (_, { keepsHidden }) => keepsHidden, otherwise: none },
    button: { applies: keepsButton, otherwise: none },
    noscript: { display: 'block', applies: keepsNoscript, otherwise: none },
    // A declarative shadow root is part of the page.
    template: { display: 'block', applies: (element) => !isInert(element), otherwise: none },
    ...listRules,
    ...tableRules,
  }),
)

const displaysAsBlock = /display\s*:\s*(?:block|flex|grid|table|list-item)/i

/** The rule for an element where it stands. `isRoot`: the caller asked for this very element, so it is never left out. */
export function ruleFor(element: Element, context: Context, isRoot: boolean): Rule {
  if (context.footnotes.notes.has(element)) return note
  if (isFormula(element)) return math
  const rule = rules.get(element.name) ?? inline
  if (isRoot && rule.display === 'none') return block
  if (rule.applies && !rule.applies(element, context)) {
    if (rule.otherwise && !(isRoot && rule.otherwise === none)) return rule.otherwise
    return rule.display === 'block' || rule.display === 'line' ? block : inline
  }
  if (rule === inline && displaysAsBlock.test(element.attribs.style ?? '')) return block
  return rule
}

/** `#` alone is a button, not a place to go. */
function isLink({ attribs }: Element, { document, inside }: Context): boolean {
  return !inside.link && attribs.href?.trim() !== '#' && resolveAddress(document, attribs.href) !== null
}

/** Numbers above or below the line mean something else on it; markdown has HTML's own tags for them. */
function raised(content: string, tag: 'sup' | 'sub', { lastChar }: Context): string {
  return /^[\d+\-−–n.,()=*]{1,12}$/.test(content) && /[\p{L}\p{N})\]]/u.test(lastChar)
    ? `<${tag}>${content}</${tag}>`
    : content
}

/** Buttons are the page's machinery, but the question of a folded answer is often one. */
function keepsButton(element: Element, { inside }: Context): boolean {
  if (inside.heading || inside.strong || element.attribs['aria-controls'] !== undefined) return true
  return textOf(element).length > 40
}

/** Pages whose scripts did not run: real text in `noscript` counts, an appeal to switch scripts on does not. */
function keepsNoscript(element: Element, { keepsHidden }: Context): boolean {
  if (keepsHidden) return true
  const text = textOfNoscript(element)
  if (text.length > 600) return true
  if (text.length > 0) return false
  const images = element.children.filter((child) => isElement(child) && child.name === 'img')
  return images.length > 0 && !hasLazyTwin(element)
}

function textOfNoscript(element: Element): string {
  return element.children.map(textOf).join(' ').trim()
}

/** The image that a script would show stands beside its `noscript`: the same image is not told twice. */
function hasLazyTwin(noscript: Element): boolean {
  for (const sibling of [noscript.prev, noscript.next]) {
    const near = sibling && isText(sibling) ? (sibling === noscript.prev ? sibling.prev : sibling.next) : sibling
    if (near && isElement(near) && (near.name === 'img' || near.name === 'picture')) return true
  }
  return false
}
