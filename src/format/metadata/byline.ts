/** Finds the author named in a page's body near the headline. */

import type { Element } from 'domhandler'
import { isElement } from '../../html/traverse.ts'
import type { ArticleHead } from './article-head.ts'
import { linesIn } from './lines.ts'
import { bylineNames, bylinePrefix, isGenericName, isPlausibleName } from './names.ts'

/** Returns the names of the article's author as the page writes them; null if they are missing or uncertain. */
export function bylineOf({ after }: ArticleHead): string | null {
  const authors = after.filter(namesAuthor)
  for (const element of authors.slice(0, maxTried)) {
    const names = namesInByline(element)
    if (names !== null) return isInList(element, authors) ? null : names
  }
  for (const element of after) {
    const names = lineByAuthor(element)
    if (names !== null) return names
  }
  return null
}

/** Returns the name that all elements give; null if they give several, as in a list of articles. */
export function onlyNameIn(elements: readonly Element[]): string | null {
  const names = new Set(elements.slice(0, maxTried).flatMap((element) => namesInByline(element) ?? []))
  return names.size === 1 ? ([...names][0] ?? null) : null
}

/** True if similar elements elsewhere name other authors, as in a list of articles. */
function isInList(element: Element, authors: readonly Element[]): boolean {
  const alike = authors.filter(
    ({ name, attribs, parent }) =>
      name === element.name && attribs.class === element.attribs.class && parent !== element.parent,
  )
  const names = new Set(alike.slice(0, maxTried).flatMap((one) => namesInByline(one) ?? []))
  names.delete(namesInByline(element) ?? '')
  return names.size >= minOthers
}

const minOthers = 2
const maxTried = 12
const maxBylineChars = 300

const saysAuthor =
  /(?:^|[^a-z])(?:by-?lines?|authors?(?:-?names?)?|authorlink|authorname(?:-?link)?|writers?|reporters?|contributors?|contributers?|autore?s?|auteurs?|journalists?|posted-?by|written-?by|submitted-?by)(?![a-z])/i
/** A cheap test to run before the expensive one. */
const mayBeAuthor = /line|aut[eho]|writer|reporter|contribut|journalist|(?:posted|written|submitted)-?by/i
const saysOther =
  /(?:^|[^a-z])(?:bio|biography|avatar|images?|img|photos?|pic|picture|thumb|thumbnail|icons?|follow|comments?|commenters?|counts?|related|about|archives?|role|job|title|twitter|email|facebook|widget|tooltip|hover|flyout|caption|signup|newsletter|teaser|location|description|desc|credits?|preamble|prefix|label)(?![a-z])/i
const camel = /([a-z\d])([A-Z])/g

/** True if an element's relation, property or class marks it as the author's name. */
export function namesAuthor({ name, attribs }: Element): boolean {
  const { rel, itemprop, class: classes, id } = attribs
  if (name === 'meta' || name === 'link' || name === 'img' || name === 'time') return false
  if (rel !== undefined && /(?:^|\s|:)(?:author|has_creator)(?:\s|$)/i.test(rel)) return true
  if (itemprop !== undefined && /(?:^|\s)(?:author|creator)(?:\s|$)/i.test(itemprop)) return true
  const names = [classes, id, attribs['data-testid'], attribs['data-component']].join(' ').slice(0, 400)
  if (!mayBeAuthor.test(names)) return false
  const words = names.replace(camel, '$1-$2')
  if (!saysAuthor.test(words)) return false
  // Each class name is checked separately, because a wrapper may also hold a date or buttons.
  return words.split(/\s+/).some((word) => saysAuthor.test(word) && !saysOther.test(word))
}

function namesInByline(element: Element): string | null {
  const lines = linesIn(element, maxBylineChars)
  const isExplicit = element.name === 'a' || element.attribs.itemprop !== undefined
  const [first = '', second = ''] = lines
  // "By" may be on a separate line.
  const isPrefixAlone = bylinePrefix.test(`${first} x`) && bylineNames(first) === null
  const line = isPrefixAlone ? second : first
  const options = { mayBeOneWord: isExplicit || bylinePrefix.test(first) }
  const names = bylineNames(line, options) ?? bylineNames(/\sby\s.*$/i.exec(line)?.[0] ?? '', options)
  return names === null || isGenericName(names) ? null : names
}

const maxLineChars = 160

function lineByAuthor(element: Element): string | null {
  const [first] = element.children.filter((child) => isElement(child) || ('data' in child && child.data.trim() !== ''))
  if (
    !first ||
    !('data' in first) ||
    !/^\s*(?:by|written by|posted by|von|par|por|作者|文)[\s:：]/i.test(`${first.data} `)
  )
    return null
  const line = linesIn(element, maxLineChars + 1).join(' ')
  if (line.length > maxLineChars) return null
  const names = bylineNames(line)
  return names !== null && isPlausibleName(names.split(/,| and /)[0] ?? '') && !isGenericName(names) ? names : null
}
