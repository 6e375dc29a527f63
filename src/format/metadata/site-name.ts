/** Finds the site name at either end of the page's title. */

import { maxTitleChars } from '../../contract/service-limits.ts'
import { siteOf } from '../../page/site.ts'
import { nameKey } from './names.ts'

const separators = /\s+(?:[|\-–—·•»«›/~]|::|\|\||--)\s+|\s*[|｜│]\s*/
const maxNameChars = 60

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
  if (name.length > maxNameChars) return false
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
  if (name.length > maxNameChars) return false
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
