/** Finds the author and the dates that a page shows near its headline. */

import type { Element } from 'domhandler'
import { elementAround, isElement } from '../../html/traverse.ts'
import { type ArticleHead, linesIn } from './article-head.ts'
import { dateInLine, isoDate } from './iso-date.ts'
import { bylineNames, bylinePrefix, isGenericName, isPlausibleName } from './names.ts'
import type { Found } from './stated-metadata.ts'

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
function namesAuthor({ name, attribs }: Element): boolean {
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

const startsByline = /^\s*(?:by|written by|posted by|von|par|por|作者|文)[\s:：]/i

function lineByAuthor(element: Element): string | null {
  const first = element.children.find((child) => isElement(child) || ('data' in child && child.data.trim() !== ''))
  if (!first || !('data' in first) || !startsByline.test(`${first.data} `)) return null
  const line = linesIn(element, maxLineChars + 1).join(' ')
  if (line.length > maxLineChars) return null
  const names = bylineNames(line)
  return names !== null && isPlausibleName(names.split(/,| and /)[0] ?? '') && !isGenericName(names) ? names : null
}

interface ShownDate extends Found {
  isModified: boolean
}

/** Several dates probably belong to a list. */
const maxDates = 2

/** Returns null if there are no dates near the headline, or several that can't be told apart. */
export function shownDates(head: ArticleHead | null): Record<'published' | 'modified', Found | null> {
  if (head === null) return { published: null, modified: null }
  const { after, nearest } = head
  const times = after.flatMap((element): ShownDate[] => {
    const text = isoDate(element.attribs.datetime ?? '')
    return text ? [{ text, source: 'time', isModified: saysModified(element) }] : []
  })
  const all = times.length > 0 ? times : after.slice(0, nearest).filter(saysDate).slice(0, maxLines).flatMap(dateOfLine)
  const published = all.filter(({ isModified }) => !isModified)
  const days = new Set(published.map(({ text }) => text.slice(0, 'YYYY-MM-DD'.length)))
  return {
    published: days.size > maxDates ? null : (published[0] ?? null),
    modified: all.find(({ isModified }) => isModified) ?? null,
  }
}

const modifiedWords =
  /(?:last-?)?(?:updat|modif|edit|revis|chang)ed?|aktualis|geändert|mis à jour|actualizad|aggiornat|更新/i

/** True if an element or the text around it indicates a modification date. */
function saysModified(element: Element): boolean {
  const around = elementAround(element)
  const words = [element.attribs.class, element.attribs.itemprop, element.attribs.id].join(' ').slice(0, 300)
  if (/publish|posted|created/i.test(words)) return false
  if (modifiedWords.test(words)) return true
  const [line = ''] = linesIn(element, 80)
  if (/^\W*(?:publish|posted)/i.test(line)) return false
  const before = element.prev && 'data' in element.prev ? element.prev.data.slice(-40) : ''
  return (
    modifiedWords.test(line) ||
    modifiedWords.test(before) ||
    (around !== null && modifiedWords.test(around.attribs.class?.slice(0, 100) ?? ''))
  )
}

const dateWords =
  /(?:^|[^a-z])(?:dates?|datetime|dateline|timestamp|time|pub-?date|published?|publication|posted(?:-?on)?|post-?meta|entry-?meta|article-?meta|article-?info|post-?info|by-?lines?|created|datum|fecha)(?![a-z])/i

function saysDate(element: Element): boolean {
  const { class: classes, id, itemprop } = element.attribs
  if (element.name === 'time' || element.name === 'relative-time' || namesAuthor(element)) return true
  const names = [classes, id, itemprop].join(' ').slice(0, 300)
  return dateWords.test(names.replace(camel, '$1-$2'))
}

const maxLines = 30
const maxDateLineChars = 120

function dateOfLine(element: Element): ShownDate[] {
  for (const line of linesIn(element, maxDateLineChars)) {
    const text = line.length > maxDateLineChars ? null : dateInLine(line)
    if (text !== null)
      return [{ text, source: 'byline', isModified: modifiedWords.test(line) && !/publish|posted/i.test(line) }]
  }
  return []
}
