/** Recognizes author and site names: rejects strings that aren't names, and extracts a name from a longer line or a title. */

import { maxTitleChars } from '../../contract/service-limits.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { siteOf } from '../../page/site.ts'

const unfilled =
  /\{\{|\}\}|\{%|%\}|\$\{|<\?|\[\[|^%\w+%$|^\[[\w.\s-]+\]$|^\{[\w.\s-]+\}$|^(?:null|undefined|none|nan|n\/?a|unknown|anonymous|false|true|object|author|authors|author name|your name|untitled|-+)$/i
const webAddress = /^(?:[a-z][a-z\d+.-]*:)?\/\//i
/** A host name, alone or with a path: `www.facebook.com/jane`. */
const host = /^(?:www\.\S+|(?:[a-z\d-]+\.)+(?:com|org|net|info|edu|gov|co|io|[a-z]{2})(?:[/:?#]\S*)?)$/i
const path = /^[/#?]\S*$|^\S+\/\S+\/\S*$/
const emailWithName = /^\S+@\S+\.\w+\s*\((?<behind>[^)]+)\)$|^(?<before>[^<>]+?)\s*<\S+@\S+>$/
const email = /^\S+@\S+\.\w+$/
const maxNameChars = 200
const maxNamesChars = 20_000

/** Returns a name from structured data, without a leading "By"; null for an e-mail address, a host, a template or a word for "nothing". */
export function statedName(stated: string): string | null {
  const line = collapseAndTrim(stated.slice(0, maxNamesChars))
  // A longer line is a list of names, which none of the patterns below can match.
  if (line.length > maxNameChars) return line
  const { behind, before } = emailWithName.exec(line)?.groups ?? {}
  const name = (behind ?? before ?? line).replace(/^(?:written\s+|posted\s+)?by:?\s+(?=\S)/i, '').trim()
  const isNone = [unfilled, webAddress, host, path, email, /^@\w+$/].some((pattern) => pattern.test(name))
  return isNone || !/\p{L}/u.test(name) ? null : name
}

const prefixWords = [
  'by|written by|posted by|published by|story by|words by|text by|article by|reviewed by|veröffentlicht von|geschrieben von',
  'erstellt von|publié par|écrit par|publicado por|escrito por|pubblicato da|scritto da|geplaatst door|geschreven door',
  'opublikowane przez|publicerat av|review by|author|authors|author\\(s\\)|written|von|par|por|door|di|av|af|från|skrevet av',
  'text|autor|autorin|auteur|autore|redactie|от|автор|autor:',
]
const cjkPrefix = '(?:作者|撰文|文|著者|執筆者?|筆者|記者|记者|取材・文|기자)\\s*[:：／/]|[（(]?文[:：／/]'
export const bylinePrefix = new RegExp(`^(?:(?:${prefixWords.join('|')})(?:\\s*[:：]\\s*|\\s+)|${cjkPrefix}\\s*)`, 'iu')

/** Marks the end of the names in a byline: a separator, a number, a date or a role. */
const nameEnd =
  /\s*(?:[|•·●◦‣/(（[–—‒@\d…»›~:：]|\s[-−]+(?:\s|$)|(?:,\s*)?\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?\s*\d|,?\s(?:updated|published|posted|last|email|follow|contact|read|share|view)\b|\b(?:staff|senior|associate|contributing|contributor|correspondent|reporter|editor|columnist|freelance|founder|director|special to)\b)/iu
/** Matched only in lower case: with a capital letter, some are names or parts of names. */
const sentenceWord = /,?\s(?:on|in|at|for|from|is|was|has)\s/

const connectors = /\s*(?:,|;|&|\+|、|・|，|\s(?:and|und|et|y|e|och|og|en|и|with)\s)\s*/iu

/** Text that contains one of these words isn't a name. */
const noName =
  /\b(?:share|tweet|follow|comments?|subscribe|sign|log|login|more|about|archive|articles?|posts?|stories|story|read|view|views|click|here|home|menu|search|print|save|email|e-mail|contact|photo|photos|photograph|image|video|source|news(?:letter)?|minutes?|today|yesterday|updated?|published|posted|copyright|rights|reserved|advertisement|sponsored|cookies?|privacy|terms|loading|edit|reply|likes?|profile|biography|bio|website|all|this|your|our|you|we|they|when|what|how|why|who|that)\b/iu
const particle =
  /^(?:de|da|di|del|della|der|den|des|du|van|von|zu|zur|la|le|el|al|bin|ben|ibn|y|e|dos|das|do|ten|ter|af|av|st\.?|'t|mac|mc)$/iu
const latinWord = /^[\p{Lu}\p{Lt}][\p{L}\p{M}'’.‘-]*$|^[\p{L}][’'][\p{Lu}][\p{L}\p{M}'’-]*$|^\p{L}\.(?:\p{L}\.)*$/u
/** Letters of writing systems without capitals: Arabic, Hebrew, Devanagari, … */
const uncasedWord = /^[\p{Lo}\p{M}\p{Lm}]+$/u
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー・\s]{2,14}$/u

/** True if a string reads like the name of a person or a newsroom: a few capitalized words, or a few East Asian characters. */
export function isPlausibleName(text: string, { mayBeOneWord = false } = {}): boolean {
  if (text.length < 2 || text.length > 60) return false
  if (eastAsian.test(text)) return true
  if (noName.test(text) || /\d|[<>{}=*"“”!?_]/.test(text)) return false
  const words = text.split(/\s+/)
  if (words.length > 5 || (words.length === 1 && !mayBeOneWord)) return false
  const isName = (word: string) => latinWord.test(word) || uncasedWord.test(word)
  return words.some(isName) && words.every((word) => isName(word) || particle.test(word))
}

/** A role that the page displays below the name, although it directly follows the name in the source. */
const glued =
  /(\p{Ll})(?=(?:Founder|Editor|Staff|Senior|Chief|Author|Writer|Reporter|Contributor|Director|Correspondent|Follow)\b)/gu

/** Returns the names in one line of a byline, as written; null if the line doesn't begin with a name. */
export function bylineNames(line: string, options: { mayBeOneWord?: boolean } = {}): string | null {
  const text = collapseAndTrim(line.slice(0, 400))
    .replace(bylinePrefix, '')
    .replace(bylinePrefix, '')
    .replace(/^(?:By|Author)(?=\p{Lu})/u, '')
    .replace(glued, '$1 ')
  const ends = [nameEnd.exec(text), sentenceWord.exec(text)].map((end) => end?.index ?? text.length)
  const names = text
    .slice(0, Math.min(...ends))
    .replace(/[\s,;.&·-]+$/, '')
    .trim()
  const parts = names.split(connectors)
  // After the names, a comma may introduce their roles.
  const first = parts.findIndex((part) => !isPlausibleName(part, options))
  if (first === -1) return names === '' ? null : names
  if (first === 0) return null
  const last = parts[first - 1] as string
  return names.slice(0, names.indexOf(last, parts.slice(0, first - 1).join('').length) + last.length)
}

/** Returns letters and digits only, in lower case: `New York Times` and `newyorktimes` are the same. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

/** True for accounts that don't name a particular person. */
export const isGenericName = (name: string) =>
  /^(?:admin|administrator|webmaster|root|user|staff|editor|editors|editorial(?: team| staff)?|guest|redaktion|redazione|rédaction|news desk|web ?desk|press release|(?:the )?team|super ?user|wordpress|default)$/i.test(
    name,
  )

const separators = /\s+(?:[|\-–—·•»«›/~]|::|\|\||--)\s+|\s*[|｜│]\s*/
const maxSiteNameChars = 60

/** Returns the part at either end of a title that matches the host, such as `newyorker.com` and "A headline - The New Yorker". */
export function siteNameByHost(title: string, url: string): string | null {
  if (title.length > maxTitleChars) return null
  const parts = title
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const [first, last] = [parts[0] ?? '', parts.at(-1) ?? '']
  if (isNameOfHost(last, url) || (parts.length > 1 && (mentionsHost(last, url) || isEndOfHost(last, url)))) return last
  if (parts.length > 1 && (isNameOfHost(first, url) || (isHome(url) && isEndOfHost(first, url)))) return first
  return null
}

/** A phrase like this describes the page, so it isn't the site name. */
const isPhrase = /[,!?]|\s(?:with|from|in|by|your|you|how)\s/i

const minKeyChars = 3

/** Returns the host without its public suffix, and its whole registrable domain, as keys to compare with names. */
function hostKeys(url: string): [label: string, domain: string] {
  const site = siteOf(URL.parse(url)?.hostname ?? '')
  return [nameKey(site.split('.')[0] ?? ''), nameKey(site)]
}

/** True if a host is spelled like a name: `nytimes.com` for "NYTimes.com", `newyorker.com` for "The New Yorker". */
export function isNameOfHost(name: string, url: string): boolean {
  if (name.length > maxSiteNameChars) return false
  const [label, domain] = hostKeys(url)
  const key = nameKey(name)
  const bare = withoutArticle(name)
  if (label.length < 2) return false
  return [label, domain, withoutArticle(label)].some((one) => one === key || one === bare)
}

/** Names of site sections. Some hosts are named after one of them. */
const section = /^(?:news|home|blog|shop|store|sports?|world|online|video|business|tech|health|travel|food|the)$/i

/** True if a name consists of the host and little else, or of a large part of the host. */
function mentionsHost(name: string, url: string): boolean {
  if (name.length > maxSiteNameChars) return false
  const [label] = hostKeys(url)
  const bare = withoutArticle(name)
  if (section.test(name) || bare.length < minKeyChars || name.split(/\s+/).length > 4 || isPhrase.test(name))
    return false
  const isWord = label.length >= minKeyChars && name.split(/\s+/).some((word) => nameKey(word) === label)
  return (
    isWord ||
    (label.length > minKeyChars && bare.includes(label)) ||
    (label.includes(bare) && bare.length * 2 >= label.length)
  )
}

const isHome = (url: string) => URL.parse(url)?.pathname === '/'

/** True if a name of one or two words matches the beginning or end of the host: "Wag!" at `wagwalking.com`. */
function isEndOfHost(name: string, url: string): boolean {
  const [label] = hostKeys(url)
  const key = nameKey(name)
  if (key.length < minKeyChars || name.split(/\s+/).length > 2 || section.test(name)) return false
  return label.startsWith(key) || label.endsWith(key)
}

function withoutArticle(name: string): string {
  return nameKey(name.replace(/^(?:the|der|die|das|le|la|les|el)\s+/i, '')).replace(/^the(?=.{4})/, '')
}
