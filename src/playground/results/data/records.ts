/** A list of objects as a table: its columns, its rows that hold a text, and what is copied. */

import { ownField } from '../../operations/own-field.ts'

export type DataRecord = Readonly<Record<string, unknown>>

const maxRowsLookedAt = 1000

/** Names of all fields, in the order in which they appear. */
export function columnsOf(records: readonly DataRecord[]): string[] {
  return [...new Set(records.slice(0, maxRowsLookedAt).flatMap((record) => Object.keys(record)))]
}

export function filterRecords(records: readonly DataRecord[], text: string): readonly DataRecord[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return records
  return records.filter((record) =>
    Object.values(record).some((value) => cellText(value).toLowerCase().includes(wanted)),
  )
}

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Lines of tabbed columns, as spreadsheets paste them: no cell begins a formula. */
export function toTabbedLines(records: readonly DataRecord[], columns: readonly string[]): string {
  const rows = records.map((record) => columns.map((column) => tabbedCell(cellText(ownField(record, column)))))
  return [columns, ...rows].map((cells) => cells.join('\t')).join('\n')
}

function tabbedCell(text: string): string {
  const line = text.replace(/[\t\r\n]+/g, ' ')
  return /^[=+\-@]/.test(line) ? `'${line}` : line
}
