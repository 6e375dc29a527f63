/** The data folder, which holds the embedded database, the server secret and the outcome journal. */

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates the folder and its missing parents, accessible to this user only. Throws file system errors. */
export function makeDataFolder(path: string): void {
  // Creates one level at a time, because Node's `recursive` mkdir never returns for paths in /proc.
  const missing: string[] = []
  for (let folder = path; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.push(folder)
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another process created it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
