/** Finds the dates shown in an article's head: in `time` elements, and on lines marked as dates. */

import type { Element } from 'domhandler'
import { elementAround } from '../../html/traverse.ts'
import type { ArticleHead } from './article-head.ts'
import { namesAuthor } from './byline.ts'
import type { Found } from './found.ts'
import { dateInLine, isoDate } from './iso-date.ts'
import { linesIn } from './lines.ts'

export interface ShownDates {
  published: Found | null
  modified: Found | null
}

/** Returns null if there are no dates near the headline, or several that can't be told apart. */
export function shownDates(head: ArticleHead | null): ShownDates {
  if (head === null) return { published: null, modified: null }
  const { after, nearest } = head
  const times = after.filter(({ attribs }) => attribs.datetime !== undefined && attribs.datetime !== '')
  const dated = times.flatMap((element) => {
    const date = isoDate(element.attribs.datetime ?? '')
    return date ? [{ date, source: 'time', isModified: saysModified(element) }] : []
  })
  const all = dated.length > 0 ? dated : after.slice(0, nearest).filter(saysDate).slice(0, maxLines).flatMap(dateOfLine)
  const published = firstPublished(all.filter(({ isModified }) => !isModified))
  const modified = all.find(({ isModified }) => isModified)
  return {
    published: published ? { text: published.date, source: published.source } : null,
    modified: modified ? { text: modified.date, source: modified.source } : null,
  }
}

interface Dated {
  date: string
  source: string
  isModified: boolean
}

const maxDates = 2

/** Returns the first date; null if there are too many dates, which suggests that they belong to a list. */
function firstPublished(dates: readonly Dated[]): Dated | undefined {
  const different = new Set(dates.map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length)))
  return different.size > maxDates ? undefined : dates[0]
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
  const { name, attribs } = element
  const { class: classes, id, itemprop } = attribs
  if (name === 'time' || name === 'relative-time') return true
  if (namesAuthor(element)) return true
  return dateWords.test(
    [classes, id, itemprop]
      .join(' ')
      .slice(0, 300)
      .replace(/([a-z\d])([A-Z])/g, '$1-$2'),
  )
}

const maxLines = 30
const maxLineChars = 120

function dateOfLine(element: Element): Dated[] {
  const lines = linesIn(element, maxLineChars)
  for (const line of lines) {
    if (line.length > maxLineChars) continue
    const date = dateInLine(line)
    if (date !== null)
      return [{ date, source: 'byline', isModified: modifiedWords.test(line) && !/publish|posted/i.test(line) }]
  }
  return []
}
