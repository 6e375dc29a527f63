/** Files that contain other files: messages with attachments, archives, and archives of the web. */

import { ServiceError } from '../../base/errors.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { type DocumentProperties, textHtml } from '../converted/write-html.ts'

export interface EntryContent {
  /** Name or path, whose extension may decide how the entry is read. Empty for the text of a message. */
  name: string
  bytes: Uint8Array
  contentType: string | null
  url?: string | undefined
  status?: number
}

export interface Entry {
  /** Names the entry in `entry`. It is never used as a path. */
  name: string
  /** The row of the table after the name. */
  cells: readonly Cell[]
  /** Throws invalid_response. */
  read(): EntryContent | Promise<EntryContent>
}

type Cell = string | number

export type ReadText = (content: EntryContent) => Promise<string>

export interface Container {
  properties: DocumentProperties
  /** The content of a message before its attachments. */
  html: string
  columns: readonly string[]
  entries: readonly Entry[]
  /** Entries that the table leaves out, such as the images of web pages. */
  unlisted?: readonly Entry[]
  /** True if the entries are read too. False if they are only listed. */
  isRead: boolean
}

export const attachmentColumns = ['Attachment', 'Type', 'Bytes']

/** Returns an empty string if there are no rows. */
export function rowsHtml(heads: readonly string[], rows: readonly (readonly Cell[])[], meter: DocumentMeter): string {
  const row = (name: 'td' | 'th', cells: readonly Cell[]) =>
    `<tr>${cells.map((cell) => `<${name}>${textHtml(String(cell), meter)}</${name}>`).join('')}</tr>`
  if (rows.length === 0) return ''
  return `<table><thead>${row('th', heads)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`
}

/** Numbers entries whose name has occurred before: `report (2).pdf`. */
export function distinctlyNamed(entries: readonly Entry[]): Entry[] {
  const names = new Set(entries.map(({ name }) => name))
  const nextNumbers = new Map<string, number>()
  return entries.map((entry) => {
    let number = nextNumbers.get(entry.name)
    let { name } = entry
    while (number !== undefined && names.has(name))
      name = entry.name.replace(/((?<=[^/])\.\w{1,10})?$/, ` (${number++})$1`)
    nextNumbers.set(entry.name, number ?? 2)
    names.add(name)
    return { ...entry, name }
  })
}

const maxHintChars = 300

/** Throws selector_not_matched, which names the entry whose name has most in common with this one. */
export function entryNamed(entries: readonly Entry[], name: string): Entry {
  const found = entries.find((entry) => entry.name === name || entry.name === URL.parse(name)?.href.replace(/#.*$/, ''))
  if (found) return found
  const scored = entries.map((entry) => [entry.name, commonChars(entry.name, name)] as const)
  const [nearest] = scored.reduce((a, b) => (b[1] > a[1] ? b : a), ['', -1])
  const hint =
    entries.length === 0 ? 'it has no entries' : `the nearest is ${nearest.slice(0, maxHintChars).toWellFormed()}`
  throw noEntry(`Nothing in the file has this name; ${hint}`)
}

export function noEntry(message: string): ServiceError {
  const next = 'Choose from the names that the file lists if entry is omitted.'
  return new ServiceError('selector_not_matched', message, { param: 'entry', next })
}

function commonChars(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  const length = Math.min(a.length, b.length)
  let [start, end] = [0, 0]
  while (start < length && a[start] === b[start]) start++
  while (end < length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return start + end
}
