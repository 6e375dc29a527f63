/** Converts links to `[text](url)` on one line, regardless of their content. A card's heading remains a heading. */

import type { Element } from 'domhandler'
import { withoutFragment } from '../../../html/absolute-url.ts'
import { isEmbeddedPost } from '../../../html/class-names.ts'
import type { Document } from '../../../html/document.ts'
import { isElement, isText, textOf, walk } from '../../../html/traverse.ts'
import { collapseAndTrim } from '../../../html/white-space.ts'
import { withoutTrackingParameters } from '../../../page/tracking.ts'
import { isBackName } from '../survey/footnotes.ts'
import { escapeMarkdown } from '../syntax/escape.ts'
import { indentedLevels, type MarkdownRule, maxIndentedLevels, type RuleContext } from '../syntax/markdown-rule.ts'
import { codeSpan, quoteMarkdown } from '../syntax/turndown.ts'
import { isOneLink } from './code.ts'

const codeNames = new Set(['code', 'kbd', 'samp', 'tt'])
const onlyImage = /^!\[(?:[^\]\\]|\\.)*\]\([^)\s]+(?: "(?:[^"\\]|\\.)*")?\)$/
// If the text offered for sharing is longer than this, it is also meant to be read.
const maxShareButtonChars = 40

/** The replacement for an `a`: empty for a link that operates the page; only the content for an anchor in a heading. */
export function linkMarkdown(
  content: string,
  element: Element,
  { document, resolveUrl, inside, survey, view, parameters, output }: RuleContext,
): string {
  const resolved = resolveUrl(element.attribs.href)
  const isOwnPage = resolved === null || leadsIntoPage(document, resolved)
  if (isUtilityLink(content, element, { isOwnPage, isInNote: inside.note > 0 })) return ''
  if (resolved === null || (isOwnPage && inside.heading)) return content
  if (shareUrl.test(resolved)) return content.length > maxShareButtonChars && !onlyImage.test(content) ? content : ''
  const { parent } = element
  const isCode = parent && isElement(parent) && codeNames.has(parent.name) && isOneLink(parent)
  const words = isCode ? codeSpan(textOf(element)) : content
  const blocksAt = output.isTextFirst ? (content.split('\n', 1)[0]?.length ?? 0) : 0
  if (!parameters.include_links) return isCode ? words : wordsOfLink(words, blocksAt)
  const url = withoutTrackingParameters(resolved)
  if (isCode) return `[${words}](${destination(url)})`
  const card = cardMarkdown(content, url, blocksAt)
  if (card !== null) return card
  if (fencedOrTable.test(content.slice(blocksAt))) return content
  if (onlyImage.test(content)) {
    if (leadsToImage(content, url) || survey.hrefsWithText.has(element.attribs.href ?? '')) return content
  }
  return `[${oneLine(content, blocksAt)}](${destination(url)}${titlePart(view.attribute(element, 'title'), content)})`
}

// Fenced code and tables, which can't be part of a link.
const fencedOrTable = /^(?:`{3,}[^`\n]*$|\| )/m
const heading = /^(#{1,6}) (.+)$/m

/** Converts a card with a heading: the heading becomes the link, and the rest surrounds it. Null if there isn't a heading. */
function cardMarkdown(content: string, url: string, blocksAt: number): string | null {
  const found = heading.exec(content.slice(blocksAt))
  if (!found || /^`{3,}/m.test(content)) return null
  const [line, level = '', text = ''] = found
  const before = content.slice(0, blocksAt + found.index)
  const after = content.slice(blocksAt + found.index + line.length)
  return `\n\n${before}${level} [${text}](${destination(url)})${after}\n\n`
}

/** Returns a link's content without its URL, with the line breaks that the link would have had. */
function wordsOfLink(content: string, blocksAt: number): string {
  const blocks = content.slice(blocksAt)
  if (fencedOrTable.test(blocks)) return content
  return heading.test(blocks) ? `\n\n${content}\n\n` : oneLine(content, blocksAt)
}

/** True if an image's link leads to the image file, in this size or another, or to the page that describes the file. */
function leadsToImage(content: string, url: string): boolean {
  const source = /^!\[[^\]]*\]\(([^)\s]+)(?: ".*")?\)$/s.exec(content)?.[1]
  return source !== undefined && fileOf(source) === fileOf(url) && /\.\w{3,5}$/.test(fileOf(url))
}

/** Returns a URL's file name, without the size or the namespace that MediaWiki puts before it. */
function fileOf(url: string): string {
  const name = /([^/?#]*)(?:[?#].*)?$/.exec(url)?.[1] ?? ''
  return name.replace(/^\d+px-|^\p{L}+:/u, '').replace(/(\.svg)\.png$/, '$1')
}

/** Joins the lines of a card into one line, without list or quote markers. */
function oneLine(content: string, blocksAt: number): string {
  if (!content.includes('\n')) return content
  const lines = content
    .slice(blocksAt)
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(?:[-*+>] |\d+[.)] |---$)/, '').trim())
  return [content.slice(0, blocksAt), ...lines].filter((line) => line !== '' && line !== '>').join(' ')
}

/**
 * Returns a URL as a link destination. Unbalanced parentheses would end the destination, and backticks could pair with earlier ones to form
 * code, so both are percent-encoded.
 * @see CommonMark 6.3
 */
export function destination(url: string): string {
  if (!/[()\s<>\\`&]/.test(url)) return url
  const inert = url.replace(reference, '&amp;')
  let depth = 0
  for (const char of inert) {
    if (char === '(') depth++
    if (char === ')' && --depth < 0) break
  }
  if (depth === 0 && !/[\s<>\\`]/.test(inert)) return inert
  return inert.replace(/[()\s<>\\`]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

// Matches text that looks like a character reference although the URL means the literal characters.
const reference = /&(?=#?\w{1,31};)/g
const isUrl = /^(?:https?:\/)?\/\S*$/i

/** Returns ` "title"`; empty for a title that repeats the content or a URL. */
export function titlePart(title: string | undefined, content: string): string {
  const text = title && collapseAndTrim(title)
  if (!text || text.length > 200 || content.includes(text) || isUrl.test(text)) return ''
  return ` "${text.replace(/[\\"`]|&(?=#?\w{1,31};)/g, '\\$&')}"`
}

// Text of a heading's anchor link.
const anchorText = /^(?:\\?[#¶§↩↑^🔗⚓]|↩︎|\\?\[(?:link|edit|source|src)\\?\]|permalink|anchor)*$/iu

// Text of a link from a note back to its mark: a number, or a letter if several marks share the note.
const backText = /^\*{0,2}(?:\\?\[?\(?\d{1,4}\)?\\?\]?|[a-z]{1,2}|jump up|back|return)\*{0,2}$/i

// Link text that articles themselves never use.
const skipText =
  /^(?:skip|jump|go) (?:directly )?(?:(?:to|over) )?(?:the )?(?:main |primary |page |site )?(?:content|navigation|nav|menu|search|footer|header|article body|main|links?)\b.{0,20}$|^(?:zum (?:haupt)?inhalt(?: springen)?|aller au contenu(?: principal)?|saltar al contenido(?: principal)?|(?:vai|salta) al contenuto(?: principale)?|(?:ir|pular) para o conteúdo(?: principal)?|naar (?:de )?(?:hoofd)?inhoud|przejdź do treści|перейти к (?:основному )?содержанию|back to (?:the )?top|return to (?:the )?top|↑ ?(?:back to )?top)$/i
const editText =
  /^(?:edit|suggest (?:an )?edits?|improve|view (?:the )?source(?: code)?|view on)(?: (?:to )?(?:this|the))?(?: (?:page|section|article|doc(?:ument)?s?|topic))?(?: (?:on|in) (?:github|gitlab|bitbucket|codeberg))?$/i
const editUrl = /\/(?:edit|blob|_?edit|raw|-\/sse\/|_sources)\/|[?&]action=edit\b|\/edit(?:\?|$)/i

const maxChars = 80

/** True for a link whose text shows that it operates the page. `content`: its markdown; `isInNote`: the link is in a footnote. */
function isUtilityLink(
  content: string,
  { attribs }: Element,
  { isOwnPage, isInNote }: { isOwnPage: boolean; isInNote: boolean },
): boolean {
  if (content.length > maxChars) return false
  const href = attribs.href ?? ''
  if (isOwnPage && (anchorText.test(content) || skipText.test(content))) return true
  if (isInNote && isBackName(href.slice(href.indexOf('#') + 1))) {
    return content.length < 16 && (backText.test(content) || anchorText.test(content))
  }
  if (isOwnPage && isInNote && backText.test(content)) return true
  return editText.test(content) && editUrl.test(href)
}

function leadsIntoPage({ url }: Document, target: string): boolean {
  return target.includes('#') && withoutFragment(target) === withoutFragment(url)
}

/** Matches the URL of a sharing service, and an e-mail or message link without a recipient. */
const shareUrl =
  /^(?:https?:\/\/(?:[\w-]+\.){0,3}(?:(?:twitter|x)\.com\/(?:share\b|intent\/(?:tweet|post))|facebook\.com\/(?:sharer|share\.php|dialog\/(?:share|feed))|linkedin\.com\/(?:shareArticle|sharing\/share-offsite|cws\/share)|pinterest\.[a-z.]+\/pin\/create|reddit\.com\/(?:r\/\w+\/)?submit|tumblr\.com\/(?:share|widgets\/share)|whatsapp\.com\/send\?|wa\.me\/\?text|(?:t|telegram)\.me\/share|getpocket\.com\/(?:save|edit)|vk\.com\/share|news\.ycombinator\.com\/submitlink|bsky\.app\/intent|threads\.(?:net|com)\/intent|plus\.google\.com\/share|social-plugins\.line\.me|addtoany\.com\/(?:share|add_to)|buffer(?:app)?\.com\/add|share\.flipboard\.com|b\.hatena\.ne\.jp\/(?:entry|add))|(?:mailto|sms):\?)/i

export const quotation: MarkdownRule = {
  display: 'block',
  scope: 'quote',
  applies: (_, context) => indentedLevels(context) < maxIndentedLevels && !context.inside.cell,
  replacement(content, element, { resolveUrl, parameters }) {
    const { 'data-instgrm-permalink': permalink, cite } = element.attribs
    const url = parameters.include_links && isEmbeddedPost(element) ? resolveUrl(permalink ?? cite) : null
    return quoteMarkdown(
      url === null || content.includes('](') ? content : `${content}\n\n[Source](${destination(url)})`,
    )
  },
}

const minLinks = 2
const minLinkedLines = 0.6
/** In a table of contents, a smaller share of the text is linked: only section and page numbers. */
const minLinkedChars = 0.2
const simple = new Set(['a', 'b', 'i', 'em', 'strong', 'span', 'font', 'tt', 'u', 'img', 'hr', 'br'])

/**
 * Returns the lines of a directory listing with hard breaks between them, since links would be lost in a code block. Null if too few lines
 * contain a link, or if the element contains anything else.
 */
export function linkListing(element: Element, { inside, resolveUrl, parameters, view }: RuleContext): string | null {
  if (element.name !== 'pre' || inside.cell + inside.link + inside.heading > 0 || !isLinkListing(element)) return null
  const parts: string[] = []
  walk(element, (node) => {
    if (isText(node)) parts.push(escaped(node.data))
    if (!isElement(node)) return true
    if (view.leavesOut(node)) return false
    if (node.name === 'hr' || node.name === 'br') parts.push('\n')
    if (node.name !== 'a') return true
    const url = parameters.include_links ? resolveUrl(node.attribs.href) : null
    const text = escaped(textOf(node).replaceAll('\n', ' '))
    parts.push(url ? `[${text.trim()}](${destination(url)})` : text)
    return false
  })
  const lines = parts
    .join('')
    .split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ' '))
    .filter((line) => line !== '')
  return `\n\n${lines.join('  \n')}\n\n`
}

function escaped(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeMarkdown(line, { startsLine: false, insideLink: false }))
    .join('\n')
}

function isLinkListing(element: Element): boolean {
  let links = 0
  let linked = 0
  let isSimple = true
  walk(element, (node) => {
    if (!isElement(node)) return true
    isSimple &&= simple.has(node.name)
    if (node.name === 'a' && node.attribs.href !== undefined) {
      const { length } = textOf(node).trim()
      linked += length
      if (length > 0) links++
    }
    return isSimple && node.name !== 'a'
  })
  const text = textOf(element)
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  const isLinked = links >= minLinks && links >= minLinkedLines * lines && linked >= minLinkedChars * text.length
  return isSimple && isLinked
}
