/** Creates a folder and its missing parents. */

import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder step by step. Node's recursive mkdir never returns on file systems such as /proc, which report a missing folder when
 * they refuse to create one. Throws the error of the step that failed.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created it. If it is a file, reading it as a folder fails with the reason, ENOTDIR.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    readdirSync(folder)
  }
}
