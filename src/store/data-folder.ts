/** The folder that keeps keys and the server's secret. */

import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes the folder and those above it, readable by this user alone. Throws what the file system says. */
export function makeDataFolder(path: string): void {
  // Step by step: Node's own `recursive` runs in circles below /proc.
  const missing: string[] = []
  for (let folder = path; !existsSync(folder) && folder !== dirname(folder); folder = dirname(folder))
    missing.push(folder)
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another process was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
