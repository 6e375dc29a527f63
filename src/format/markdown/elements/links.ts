/** `<a>` → `[text](address)`, on one line whatever it wraps; a card's heading stays a heading. */

import type { Element } from 'domhandler'
import { resolveAddress } from '../../../document/absolute-url.ts'
import type { Document } from '../../../document/document.ts'
import { withoutTracking } from '../../../document/tracking.ts'
import { isElement, textOf } from '../../../document/traverse.ts'
import { isBackName } from '../survey/footnotes.ts'
import type { Context } from '../syntax/rule.ts'
import { turndownMarkdown } from '../syntax/turndown-rules.ts'
import { isOneLink } from './code.ts'

const marks = /^(?:\\?[#¶§↩↑^🔗⚓]|↩︎|\\?\[(?:link|edit|source|src)\\?\]|permalink|anchor)*$/iu

const codeNames = new Set(['code', 'kbd', 'samp', 'tt'])

// From a note back to its mark: a number, or a letter where several marks share the note.
const backLink = /^\*{0,2}(?:\\?\[?\(?\d{1,4}\)?\\?\]?|[a-z]{1,2}|jump up|back|return)\*{0,2}$/i

// The page's machinery, by what it says. No article links in these words.
const skipLink =
  /^(?:skip|jump|go) (?:directly )?(?:(?:to|over) )?(?:the )?(?:main |primary |page |site )?(?:content|navigation|nav|menu|search|footer|header|article body|main|links?)\b.{0,20}$|^(?:zum (?:haupt)?inhalt(?: springen)?|aller au contenu(?: principal)?|saltar al contenido(?: principal)?|(?:vai|salta) al contenuto(?: principale)?|(?:ir|pular) para o conteúdo(?: principal)?|naar (?:de )?(?:hoofd)?inhoud|przejdź do treści|перейти к (?:основному )?содержанию|back to (?:the )?top|return to (?:the )?top|↑ ?(?:back to )?top)$/i
const editLink =
  /^(?:edit|suggest (?:an )?edits?|improve|view (?:the )?source(?: code)?|view on)(?: (?:to )?(?:this|the))?(?: (?:page|section|article|doc(?:ument)?s?|topic))?(?: (?:on|in) (?:github|gitlab|bitbucket|codeberg))?$/i
const repository = /\/(?:edit|blob|_?edit|raw|-\/sse\/|_sources)\/|[?&]action=edit\b|\/edit(?:\?|$)/i

/** A rule's replacement. An empty string when there is nothing to read or the link only points at its own heading. */
export function linkMarkdown(content: string, element: Element, { document, inside, worded }: Context): string {
  const resolved = resolveAddress(document, element.attribs.href)
  const isOwnPage = resolved !== null && pointsInto(document, resolved)
  if (isMachinery(content, element, isOwnPage, inside.note > 0)) return ''
  if (resolved === null || (isOwnPage && inside.heading)) return content
  if (share.test(resolved)) return content.length > longestButton && !onlyImage.test(content) ? content : ''
  const address = withoutTracking(resolved)
  const { parent } = element
  if (parent && isElement(parent) && codeNames.has(parent.name) && isOneLink(parent)) {
    return `[${turndownMarkdown('code', textOf(element))}](${destination(address)})`
  }
  const card = cardMarkdown(content, address)
  if (card !== null) return card
  // Code and tables hold no link around them.
  if (/^(?:`{3,}|\| )/m.test(content)) return content
  if (onlyImage.test(content)) {
    if (isOwnImage(content, address) || worded.has(element.attribs.href ?? '')) return content
  }
  return `[${oneLine(content)}](${destination(address)}${titlePart(element.attribs.title, content)})`
}

const onlyImage = /^!\[(?:[^\]\\]|\\.)*\]\([^)\s]+\)$/
// A sentence may be there to be shared, and to be read: its words stay.
const longestButton = 40
const share =
  /^(?:https?:\/\/(?:[\w-]+\.){0,3}(?:(?:twitter|x)\.com\/(?:share\b|intent\/(?:tweet|post))|facebook\.com\/(?:sharer|share\.php|dialog\/(?:share|feed))|linkedin\.com\/(?:shareArticle|sharing\/share-offsite|cws\/share)|pinterest\.[a-z.]+\/pin\/create|reddit\.com\/(?:r\/\w+\/)?submit|tumblr\.com\/(?:share|widgets\/share)|whatsapp\.com\/send\?|wa\.me\/\?text|(?:t|telegram)\.me\/share|getpocket\.com\/(?:save|edit)|vk\.com\/share|news\.ycombinator\.com\/submitlink|bsky\.app\/intent|threads\.(?:net|com)\/intent|plus\.google\.com\/share|social-plugins\.line\.me|addtoany\.com\/(?:share|add_to)|buffer(?:app)?\.com\/add|share\.flipboard\.com|b\.hatena\.ne\.jp\/(?:entry|add))|(?:mailto|sms):\?)/i

/** True for an address that leads to a place in the page itself. */
function pointsInto({ url }: Document, address: string): boolean {
  const at = address.indexOf('#')
  if (at === -1) return false
  const end = url.indexOf('#')
  return address.slice(0, at) === (end === -1 ? url : url.slice(0, end))
}

/** Anchors of headings, ways back from notes, "skip to content", "edit this page". */
function isMachinery(content: string, { attribs }: Element, isOwnPage: boolean, isInNote: boolean): boolean {
  if (content.length > 80) return false
  const href = attribs.href ?? ''
  if (isOwnPage && (marks.test(content) || skipLink.test(content))) return true
  if (isInNote && isBackName(href.slice(href.indexOf('#') + 1))) {
    return content.length < 16 && (backLink.test(content) || marks.test(content))
  }
  if (isOwnPage && isInNote && backLink.test(content)) return true
  return editLink.test(content) && repository.test(href)
}

const heading = /^(#{1,6}) (.+)$/m

/** A card with a heading: the link on its heading, the rest below it as it is. Null without a heading. */
function cardMarkdown(content: string, address: string): string | null {
  const found = heading.exec(content)
  if (!found || /^`{3,}/m.test(content)) return null
  const [line, level = '', text = ''] = found
  const before = content.slice(0, found.index)
  const after = content.slice(found.index + line.length)
  return `\n\n${before}${level} [${text}](${destination(address)})${after}\n\n`
}

/** An image that links to itself, in this size or another, or to the page that describes its file: the image says it all. */
function isOwnImage(content: string, address: string): boolean {
  const shown = /^!\[[^\]]*\]\(([^)\s]+)\)$/.exec(content)?.[1]
  return shown !== undefined && fileOf(shown) === fileOf(address) && /\.\w{3,5}$/.test(fileOf(address))
}

function fileOf(address: string): string {
  const name = /([^/?#]*)(?:[?#].*)?$/.exec(address)?.[1] ?? ''
  return name.replace(/^\d+px-|^\p{L}+:/u, '').replace(/(\.svg)\.png$/, '$1')
}

/** A card's lines in a row: markers of lists and quotes go. */
function oneLine(content: string): string {
  if (!content.includes('\n')) return content
  return content
    .split(/\n+/)
    .map((line) => line.replace(/^\s*(?:[-*+>] |\d+[.)] |---$)/, '').trim())
    .filter((line) => line !== '' && line !== '>')
    .join(' ')
}

/** Balanced parentheses need no escape, others would end the address early. */
export function destination(address: string): string {
  if (!/[()\s<>\\]/.test(address)) return address
  let depth = 0
  for (const char of address) {
    if (char === '(') depth++
    if (char === ')' && --depth < 0) break
  }
  if (depth === 0 && !/[\s<>\\]/.test(address)) return address
  return address.replace(/[()\s<>\\]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

const isAddress = /^(?:https?:\/)?\/\S*$/i

function titlePart(title: string | undefined, content: string): string {
  const text = title?.replace(/\s+/g, ' ').trim()
  if (!text || text.length > 200 || content.includes(text) || isAddress.test(text)) return ''
  return ` "${text.replace(/[\\"]/g, '\\$&')}"`
}
