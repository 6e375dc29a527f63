/** The table of markdown rules by element name: turndown's rules where they work, and custom ones where real HTML needs more. */

import type { Element } from 'domhandler'
import { isForeign, isHeadingElement, roleName } from '../../html/elements.ts'
import { isLazyImage, replacesImageBeside } from '../../html/image-urls.ts'
import { elementsBelow } from '../../html/page-elements.ts'
import { closest, hasElement, isElement, nextElement, textOf } from '../../html/traverse.ts'
import { frameSource } from '../../html/visibility/foreign-frames.ts'
import { edgeOf } from '../../html/visibility/word-gaps.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { isPlayer } from '../../page/frame-kinds.ts'
import { codeBlock, inlineCode } from './elements/code.ts'
import { definition, definitionList, term } from './elements/definitions.ts'
import { drawingRules } from './elements/drawings.ts'
import { image } from './elements/images.ts'
import { destination, linkListing, linkMarkdown, quotation } from './elements/links.ts'
import { listRules } from './elements/lists.ts'
import { formula } from './elements/math.ts'
import { pageMark } from './elements/page-mark.ts'
import { tableRules } from './elements/tables.ts'
import { isRuleAboveNotes, specialRule } from './special-rules.ts'
import { type MarkdownRule, type RuleContext, withAllFields } from './syntax/markdown-rule.ts'
import { emDelimiter, strongDelimiter, turndownMarkdown } from './syntax/turndown.ts'

const inline = withAllFields({})
const block = withAllFields({ display: 'block' })
const none: MarkdownRule = { display: 'none' }

const strong: MarkdownRule = {
  delimiter: strongDelimiter,
  scope: 'strong',
  applies: (_, { inside }) => !inside.strong && !inside.heading,
}
const emphasis: MarkdownRule = {
  delimiter: emDelimiter,
  scope: 'emphasis',
  applies: (_, { inside }) => !inside.emphasis,
}
const strike = withAllFields({ delimiter: '~~', scope: 'strike', applies: (_, { inside }) => !inside.strike })
const strikeBlock = withAllFields({ ...strike, display: 'block' })
const code: MarkdownRule = { leaf: inlineCode }
const preformatted: MarkdownRule = {
  leaf(element, context) {
    // Mermaid replaces the source of a diagram by the drawing.
    if (element.children.some((child) => isElement(child) && context.survey.diagrams.has(child))) return null
    return linkListing(element, context) ?? codeBlock(element, context)
  },
}
const math: MarkdownRule = { leaf: formula }
const embed: MarkdownRule = { leaf: embedMarkdown }

const heading: MarkdownRule = {
  display: 'block',
  scope: 'heading',
  applies: (_, { inside }) => !inside.heading,
  replacement(content, element, { inside }) {
    const line = content.includes('\n') ? content.replace(/\s*\n\s*/g, ' ') : content
    if (inside.cell) return line.includes('**') ? line : `**${line}**`
    // A `#` at the end would be read as part of the markup. @see CommonMark 4.2
    return turndownMarkdown(roleName(element), line.endsWith('#') ? line.replace(/(^| )(#+)$/, '$1\\$2') : line)
  },
}

const rules = new Map<string, MarkdownRule>(
  Object.entries<MarkdownRule>({
    ...sameRule(
      block,
      'address article aside body center details div fieldset figcaption figure footer form frameset header hgroup html legend ' +
        'main nav optgroup p search section',
    ),
    ...sameRule(
      none,
      'script style head title meta link base noembed noframes param source track col colgroup datalist select area map ' +
        'embed rp wbr bgsound input',
    ),
    ...sameRule(heading, 'h1 h2 h3 h4 h5 h6'),
    ...sameRule(strong, 'strong b'),
    ...sameRule(emphasis, 'em i var dfn'),
    ...sameRule(strike, 'del s strike'),
    ...sameRule(code, 'code kbd samp tt'),
    ...sameRule(preformatted, 'pre listing xmp plaintext'),
    ...sameRule(embed, 'iframe frame video audio amp-youtube lite-youtube'),
    ...sameRule(math, 'math mjx-container'),
    br: { display: 'break' },
    hr: { leaf: thematicBreak },
    'page-mark': pageMark,
    blockquote: quotation,
    ...sameRule({ replacement: raised }, 'sup sub'),
    q: { replacement: (content) => (content.includes('\n') ? content : `"${content}"`) },
    rt: { replacement: (content) => `(${content})` },
    dl: definitionList,
    dt: term,
    dd: definition,
    summary: { ...strong, display: 'block' },
    a: { scope: 'link', applies: isLink, replacement: linkMarkdown },
    img: image,
    canvas: { applies: (_, { keepsFallbacks }) => keepsFallbacks, otherwise: none },
    // A read-only field shows text: a paste, or code to copy.
    textarea: {
      leaf: codeBlock,
      applies: ({ attribs: { readonly, disabled } }) => (readonly ?? disabled) !== undefined,
      otherwise: none,
    },
    button: { applies: keepsButton, otherwise: none },
    noscript: { display: 'block', applies: keepsNoscript, otherwise: none },
    // A declarative shadow root belongs to the page; any other template doesn't.
    template: { display: 'block', applies: (element, { view }) => !view.leavesOut(element), otherwise: none },
    ...sameRule({ applies: holdsPageText, otherwise: none }, 'object applet'),
    ...sameRule({ applies: isForeign, otherwise: {}, ...none }, 'defs metadata symbol'),
    ...drawingRules,
    ...listRules,
    ...tableRules,
  }).map(([name, rule]) => [name, withAllFields(rule)]),
)

function sameRule(rule: MarkdownRule, names: string): Record<string, MarkdownRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, rule]))
}

const displaysAsBlock = /display\s*:\s*(?:block|flex|grid|table|list-item)/i

/** Returns the rule for an element in its context. `isRoot`: the element itself was requested, so it must not be left out. */
export function ruleFor(element: Element, context: RuleContext, isRoot: boolean): MarkdownRule {
  const special = specialRule(element, context)
  if (special) return special
  if (context.foreignFrames.has(element)) return embed
  const name = ruleNameOf(element, context)
  const rule = rules.get(name) ?? inline
  if (isRoot && rule.display === 'none') return block
  if (rule.applies && !rule.applies(element, context)) {
    if (rule.otherwise && !(isRoot && rule.otherwise === none)) return rule.otherwise
    return rule.display === 'block' || rule.display === 'line' ? block : inline
  }
  if (rule !== inline && name !== 'div' && name !== 'p') return rule
  const { style } = element.attribs
  const isBlock = rule !== inline || (style !== undefined && displaysAsBlock.test(style))
  const { crossed } = context.textStyles
  if (crossed.size > 0 && crossed.has(element) && !context.inside.strike) return isBlock ? strikeBlock : strike
  return isBlock ? block : inline
}

/** Items of a list by role are often cards. Those with headings aren't written as lists. */
function ruleNameOf(element: Element, { lists }: RuleContext): string {
  const name = roleName(element)
  if (name === element.name) return name
  const isListed = name === 'ul' ? !hasElement(element, isHeadingElement, maxNodesInList) : lists.length > 0
  return (name === 'ul' || name === 'li') && !isListed ? element.name : name
}

const maxNodesInList = 500

/** Only separates the words where a break isn't allowed. At the start of a list item, avoids the character of the item's marker. */
function thematicBreak(element: Element, { inside, lists, output }: RuleContext): string {
  if (isRuleAboveNotes(element)) return ''
  if (inside.link || inside.heading || inside.cell) {
    output.breakWord()
    return ''
  }
  const isFirst = output.isDirectlyInItem && output.isAtStart && lists.at(-1)?.mark !== '*'
  const markdown = turndownMarkdown('hr')
  return isFirst ? markdown.replaceAll('-', '*') : markdown
}

/** A link with `href="#"` is a button operated by a script. */
function isLink({ attribs }: Element, { resolveUrl, inside }: RuleContext): boolean {
  const { href = '' } = attribs
  // The fragments of a document without a URL lead nowhere, but operate the page like others.
  return !inside.link && href.trim() !== '#' && (href.startsWith('#') || resolveUrl(href) !== null)
}

/** Numbers and variables keep their HTML tags, which markdown allows. Without the tags, they would mean something else. */
function raised(content: string, { name, prev }: Element, { output }: RuleContext): string {
  const isNumber = /^[\d+\-−–n.,()=*_]{1,12}$/.test(content) && /[^\s([{“„«]/.test(output.charBefore)
  const base = (prev && edgeOf(prev, 'last')?.data.slice(-2)) ?? ''
  const isPower = /[\d)\]]$/.test(base)
  // `n<sup>o</sup>`, `V<sup>e</sup>` and `S<sup>t</sup>` are abbreviations, and `5<sup>a</sup>` and `5<sup>h</sup>` aren't powers.
  const letter = isPower ? /^[*_]?[i-knxyN][*_]?$/ : /^(?:[^aeort]|[*_][a-zA-Z]{1,3}[*_])$/
  const mayVary = letter.test(content) || /[+\-−–=/\dͰ-Ͽ∞ ]/.test(content)
  const mayBeIndex = name === 'sub' && /[\p{L})\]'′]$/u.test(base)
  const mayBePower = mayVary && (isPower || /(?<!\p{L})\p{L}['′]?$/u.test(base))
  // `29<sup>/mo</sup>` and `500<sup>k+</sup>` aren't powers either.
  const isUnit = /\d$/.test(base) && /^\/|[a-z]{3}|[a-z]\+$/i.test(content)
  const isVariable = (mayBeIndex || mayBePower) && !isUnit && /^[a-zͰ-Ͽ\d+\-−–.,()=*_/∞ ]{1,12}$/i.test(content)
  return isNumber || isVariable ? `<${name}>${content}</${name}>` : content
}

/** Buttons operate the page, but the question above a collapsed answer is often a button. */
function keepsButton(element: Element, { inside }: RuleContext): boolean {
  const { attribs } = element
  if (inside.heading || inside.strong || attribs['aria-controls'] !== undefined) return true
  if (/collapse/i.test(attribs['data-toggle'] ?? attribs['data-bs-toggle'] ?? '')) return true
  if (element.children.some((child) => isHeadingElement(child)) || isAbovePanel(element)) return true
  const isShown = zoomName.test(`${attribs.class} ${attribs['aria-label']}`) ? isImage : isLargeImage
  return textOf(element).length > 40 || hasElement(element, isShown, maxNodesInButton)
}

/** True if the button is followed by text that it probably shows or hides. Many pages don't name this text in `aria-controls`. */
function isAbovePanel(button: Element): boolean {
  const { class: names = '', 'aria-expanded': expanded } = button.attribs
  const panel = nextElement(button)
  if (!panel || !hasElement(panel, ({ name }) => name === 'p', maxNodesInButton)) return false
  return expanded !== undefined || /accordion/i.test(names) || /[?？]$/.test(textOf(button))
}

const maxNodesInButton = 50
const maxIconPx = 64
const zoomName = /zoom|lightbox|enlarge|full-?size/i
const isImage = ({ name }: Element) => name === 'img'

/** True if an image in a button is content rather than the button's icon, judging by its size, its sources or a `figure` around it. */
function isLargeImage(image: Element): boolean {
  if (image.name === 'picture') return true
  if (image.name !== 'img') return false
  const { width, height, srcset } = image.attribs
  const px = Math.max(Number.parseInt(width ?? '', 10) || 0, Number.parseInt(height ?? '', 10) || 0)
  return px > 0 ? px > maxIconPx : srcset !== undefined || isLazyImage(image) || isInFigure(image)
}

const isInFigure = (image: Element) => closest(image, ({ name }) => name === 'figure') !== null

/** The content of an object is displayed if nothing can be loaded for it. Short text usually just says that a plug-in is missing. */
function holdsPageText(element: Element): boolean {
  const { data, classid, code } = element.attribs
  return (data ?? classid ?? code) === undefined || textOf(element).length > 200
}

/** Long text in `noscript` is content, but short text asks users to enable scripts. A lone image may replace one that a script loads. */
function keepsNoscript(element: Element, { keepsFallbacks, written }: RuleContext): boolean {
  if (keepsFallbacks) return true
  const text = element.children.map(textOf).join(' ').trim()
  if (text.length > 600) return true
  if (text.length > 0) return false
  return (
    element.children.some((child) => isElement(child) && pictures.has(child.name)) &&
    !replacesImageBeside(element, written)
  )
}

const pictures = new Set(['img', 'picture', 'figure'])

/** Converts `iframe`, `frame`, `video` and `audio`. Returns nothing for an empty `iframe` that isn't a known player. */
function embedMarkdown(element: Element, { resolveUrl, inside, view, foreignFrames, parameters }: RuleContext): string {
  const foreign = foreignFrames.get(element)
  const url = foreign ?? embedUrl(element, resolveUrl)
  if (!url || inside.link) return ''
  if (element.name === 'iframe' && !foreign && !isPlayer(new URL(url).hostname)) return ''
  const names = ['title', 'aria-label', 'videotitle'].map((attribute) => view.attribute(element, attribute))
  const kind =
    {
      ...{ 'amp-youtube': 'Video', 'lite-youtube': 'Video', embed: 'Document', object: 'Document' },
      iframe: foreign ? 'Frame' : 'Video',
      video: 'Video',
      audio: 'Audio',
      frame: element.attribs.name ?? 'Frame',
    }[element.name] ?? 'Media'
  const name = names.find((candidate) => candidate?.trim())
  const words = collapseAndTrim(name ?? (parameters.include_links ? kind : '')).replace(/[\\[\]]/g, '\\$&')
  const around = element.name === 'frame' || foreign ? '\n\n' : ''
  const poster = element.name === 'video' && parameters.include_images ? resolveUrl(element.attribs.poster) : null
  const content = poster ? `![${words}](${destination(poster)})` : words
  return around + (parameters.include_links ? `[${content}](${destination(url)})` : content) + around
}

/** Returns the URL of a frame, or of a player's first source; null if there isn't one. */
function embedUrl(element: Element, resolveUrl: RuleContext['resolveUrl']): string | null {
  const { 'data-videoid': ofAmp, videoid: video = ofAmp } = element.attribs
  if (element.name.endsWith('-youtube') && video) return `https://www.youtube.com/watch?v=${encodeURIComponent(video)}`
  const own = resolveUrl(frameSource(element))
  if (own || element.name === 'iframe' || element.name === 'frame') return own
  const sources = elementsBelow(element).filter(({ name }) => name === 'source')
  return sources.map(({ attribs }) => resolveUrl(attribs.src)).find((url) => url !== null) ?? null
}
