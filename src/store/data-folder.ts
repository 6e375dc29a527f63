/** The data folder: it holds the embedded database, the server secret and the outcome journal. */

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes the folder and its missing parents, accessible to this user alone. Throws errors of the file system. */
export function makeDataFolder(path: string): void {
  // Step by step: `recursive` of Node's mkdir does not return for paths below /proc.
  const missing: string[] = []
  for (let folder = path; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.push(folder)
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another process made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
