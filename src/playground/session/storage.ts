/** Values kept in a storage of the browser. One that is full or switched off keeps nothing, and nothing fails. */

export interface KeyValueStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

export function readStored(storage: KeyValueStorage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Null removes the value. */
export function writeStored(storage: KeyValueStorage, name: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(name)
    else storage.setItem(name, JSON.stringify(value))
  } catch {
    // Private windows and full disks.
  }
}
