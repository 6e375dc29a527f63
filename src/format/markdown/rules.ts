/** What each HTML element becomes in markdown: turndown's rules where they hold, ours where HTML in the wild asks for more. */

import type { Element } from 'domhandler'
import { resolveAddress } from '../../document/absolute-url.ts'
import { isInert } from '../../document/text-pieces.ts'
import { isElement, textOf } from '../../document/traverse.ts'
import { admonition, admonitionKind, admonitionTitle, isAdmonitionTitle } from './elements/admonitions.ts'
import { codeBlock, inlineCode } from './elements/code.ts'
import { isBesideCode, isEditor } from './elements/code-text.ts'
import { definition, definitionList, term } from './elements/definitions.ts'
import { hasLazyTwin } from './elements/lazy-twins.ts'
import { linkMarkdown } from './elements/links.ts'
import { listRules, note } from './elements/lists.ts'
import { formula, isFormula } from './elements/math.ts'
import { embedMarkdown, imageMarkdown } from './elements/media.ts'
import { tableRules } from './elements/tables.ts'
import { panel } from './elements/tabs.ts'
import { charAfter } from './syntax/delimiters.ts'
import { type Context, indentedLevels, maxIndentedLevels, type Rule } from './syntax/rule.ts'
import { emDelimiter, strongDelimiter, turndownMarkdown } from './syntax/turndown-rules.ts'

const inline: Rule = {}
const block: Rule = { display: 'block' }
const line: Rule = { display: 'line' }
const none: Rule = { display: 'none' }

const strong: Rule = {
  delimiter: strongDelimiter,
  context: 'strong',
  applies: (_, { inside }) => !inside.strong && !inside.heading,
}
const emphasis: Rule = { delimiter: emDelimiter, context: 'emphasis', applies: (_, { inside }) => !inside.emphasis }
const strike: Rule = { delimiter: '~~', context: 'strike', applies: (_, { inside }) => !inside.strike }
const code: Rule = { leaf: inlineCode }
const editor: Rule = { leaf: codeBlock }
const math: Rule = { leaf: formula }
const mark: Rule = { leaf: (element, { footnotes }) => `[^${footnotes.marks.get(element)}]` }

// A picture is set apart from the words beside it by its style sheet.
const image: Rule = {
  leaf(element, context) {
    const markdown = imageMarkdown(element, context)
    if (markdown.startsWith('![') && isWord.test(context.lastChar)) context.breakWord()
    return markdown
  },
  close(element, context) {
    if (context.lastChar === ')' && beforeWord.test(charAfter(element))) context.breakWord()
  },
}
const isWord = /[\p{L}\p{N})]/u
// `charAfter` tells marked text and links by an asterisk.
const beforeWord = /[\p{L}\p{N}*]/u

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
        ...['address', 'article', 'aside', 'body', 'center', 'details', 'div', 'fieldset', 'figcaption'],
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
      leaf: (element, { inside }) =>
        inside.link || inside.heading || inside.cell || isNotesRule(element)
          ? ''
          : turndownMarkdown('horizontalRule', ''),
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
    q: { replacement: (content) => (content.includes('\n') ? content : `"${content}"`) },
    rt: { replacement: (content) => `(${content})` },
    dl: definitionList,
    dt: term,
    dd: definition,
    summary: { ...strong, display: 'block' },
    a: {
      context: 'link',
      applies: isLink,
      replacement: linkMarkdown,
    },
    img: image,
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
  const special = specialRule(element, context)
  if (special) return special
  const rule = rules.get(element.name) ?? inline
  if (isRoot && rule.display === 'none') return block
  if (rule.applies && !rule.applies(element, context)) {
    if (rule.otherwise && !(isRoot && rule.otherwise === none)) return rule.otherwise
    return rule.display === 'block' || rule.display === 'line' ? block : inline
  }
  if (rule === inline && displaysAsBlock.test(element.attribs.style ?? '')) return block
  return rule
}

const tableParts = new Set(['tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption'])

/** What the page as a whole or a class says of an element, before its name does. */
function specialRule(element: Element, context: Context): Rule | null {
  if (element.name === 'summary' && isAdmonitionTitle(element)) return admonitionTitle
  const ofPlace = context.hasPlaces || context.definitions.size > 0 ? ruleOfPlace(element, context) : null
  if (ofPlace) return ofPlace
  if (element.name === 'script') return isFormula(element) ? math : null
  const className = element.attribs.class
  if (className === undefined || !maySay(className, element.name, context)) return null
  // A table needs all of its parts, but for the cell that holds an admonition's icon.
  if (tableParts.has(element.name))
    return isAdmonitionTitle(element) && context.inside.quote > 0 ? admonitionTitle : null
  return ruleOfClass(element, context)
}

const telling =
  /katex|mathjax|mwe-|codemirror|editor|js-file|lang|toolbar|copy|clipboard|line-numbers|mw-edit|title|heading|admonition|alert|custom-block|hint|aside|blockquote-tag|notecard|callout|icon/i

/** Whether a class needs a closer look. Few say anything, and the same ones stand on many elements. */
function maySay(className: string, name: string, { judged }: Context): boolean {
  if (name === 'details') return true
  const known = judged.get(className)
  if (known !== undefined) return known
  const says = telling.test(className.slice(0, 500))
  judged.set(className, says)
  return says
}

/** The line above the notes. */
function isNotesRule({ parent }: Element): boolean {
  return parent !== null && isElement(parent) && /(?:^|\s)footnotes?(?:\s|$)/.test(parent.attribs.class ?? '')
}

/** What an element is for the page as a whole. */
function ruleOfPlace(element: Element, { footnotes, tabs, definitions }: Context): Rule | null {
  if (footnotes.notes.has(element)) return note
  if (footnotes.marks.has(element)) return mark
  if (footnotes.labels.has(element) || tabs.names.has(element)) return none
  if (tabs.panels.has(element)) return panel
  if (element.name === 'div' && definitions.size > 0 && definitions.has(element.parent as Element)) return line
  return null
}

// MediaWiki's `[edit]` beside a heading.
const notText = /(?:^|\s)mw-editsection(?:\s|$)/

/** What a generator or a script says by a class. */
function ruleOfClass(element: Element, context: Context): Rule | null {
  if (isFormula(element)) return math
  if (isEditor(element)) return editor
  if (isBesideCode(element) || notText.test(element.attribs.class ?? '')) return none
  if (isAdmonitionTitle(element)) return admonitionTitle
  if (admonitionKind(element) !== null && admonition.applies?.(element, context)) return admonition
  return null
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
  const { attribs } = element
  if (inside.heading || inside.strong || attribs['aria-controls'] !== undefined) return true
  if (/collapse/i.test(attribs['data-toggle'] ?? attribs['data-bs-toggle'] ?? '')) return true
  if (element.children.some((child) => isElement(child) && /^h[1-6]$/.test(child.name))) return true
  return textOf(element).length > 40
}

/** Pages whose scripts did not run: real text in `noscript` counts, an appeal to switch scripts on does not. */
function keepsNoscript(element: Element, { keepsHidden, told }: Context): boolean {
  if (keepsHidden) return true
  const text = textOfNoscript(element)
  if (text.length > 600) return true
  if (text.length > 0) return false
  return element.children.some((child) => isElement(child) && pictures.has(child.name)) && !hasLazyTwin(element, told)
}

const pictures = new Set(['img', 'picture', 'figure'])

function textOfNoscript(element: Element): string {
  return element.children.map(textOf).join(' ').trim()
}
