/** Requests that were sent from this browser: without keys and other secrets, the newest first. */

import { isSecret } from '../operations/secrets.ts'
import { type KeyValueStorage, readStored, writeStored } from './storage.ts'

export interface HistoryEntry {
  operation: string
  parameters: Record<string, string>
  /** ISO 8601. */
  at: string
  /** `ok`, or the type of the error. */
  outcome: string
}

const name = 'gleaner-history'
const maxEntries = 50

export function readHistory(storage: KeyValueStorage): HistoryEntry[] {
  const stored = readStored(storage, name)
  return Array.isArray(stored) ? stored.filter(isEntry) : []
}

/** The same request again takes the place of the older one. */
export function addToHistory(storage: KeyValueStorage, entry: HistoryEntry): HistoryEntry[] {
  const shown = Object.entries(entry.parameters).filter(([parameter]) => !isSecret(parameter))
  const kept = { ...entry, parameters: Object.fromEntries(shown) }
  const identity = identityOf(kept)
  const others = readHistory(storage).filter((other) => identityOf(other) !== identity)
  const entries = [kept, ...others].slice(0, maxEntries)
  writeStored(storage, name, entries)
  return entries
}

export function clearHistory(storage: KeyValueStorage): void {
  writeStored(storage, name, null)
}

const identityOf = ({ operation, parameters }: HistoryEntry) => JSON.stringify([operation, parameters])

/** What stands in the storage may be from another version, or from anybody's console. */
function isEntry(value: unknown): value is HistoryEntry {
  const { operation, parameters, at, outcome } = (value ?? {}) as Partial<HistoryEntry>
  const areTexts = [operation, at, outcome].every((text) => typeof text === 'string')
  const values = typeof parameters === 'object' && parameters !== null ? Object.values(parameters) : [null]
  return areTexts && values.every((text) => typeof text === 'string') && !Number.isNaN(Date.parse(at ?? ''))
}
