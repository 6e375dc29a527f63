/** Recognizes links that operate the page: heading anchors, links back from notes, "skip to content", "edit this page", share buttons. */

import type { Element } from 'domhandler'
import type { Document } from '../../../html/document.ts'
import { isBackName } from '../survey/footnotes.ts'

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
export function isUtilityLink(
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

/** True for the page's own URL with a fragment. */
export function leadsIntoPage({ url }: Document, target: string): boolean {
  const at = target.indexOf('#')
  if (at === -1) return false
  const end = url.indexOf('#')
  return target.slice(0, at) === (end === -1 ? url : url.slice(0, end))
}

const shareUrl =
  /^(?:https?:\/\/(?:[\w-]+\.){0,3}(?:(?:twitter|x)\.com\/(?:share\b|intent\/(?:tweet|post))|facebook\.com\/(?:sharer|share\.php|dialog\/(?:share|feed))|linkedin\.com\/(?:shareArticle|sharing\/share-offsite|cws\/share)|pinterest\.[a-z.]+\/pin\/create|reddit\.com\/(?:r\/\w+\/)?submit|tumblr\.com\/(?:share|widgets\/share)|whatsapp\.com\/send\?|wa\.me\/\?text|(?:t|telegram)\.me\/share|getpocket\.com\/(?:save|edit)|vk\.com\/share|news\.ycombinator\.com\/submitlink|bsky\.app\/intent|threads\.(?:net|com)\/intent|plus\.google\.com\/share|social-plugins\.line\.me|addtoany\.com\/(?:share|add_to)|buffer(?:app)?\.com\/add|share\.flipboard\.com|b\.hatena\.ne\.jp\/(?:entry|add))|(?:mailto|sms):\?)/i

/** True for the URL of a sharing service, and for an e-mail or message link without a recipient. */
export function isShareUrl(url: string): boolean {
  return shareUrl.test(url)
}
