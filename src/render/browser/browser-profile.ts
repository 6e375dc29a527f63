/** Creates the folder for one browser, with its profile, home and temporary files. */

import { chownSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface BrowserProfile {
  path: string
  remove(): Promise<void>
}

/** Creates a folder that only the browser's user may open. */
export function createProfile(owner: { uid: number; gid: number } | null): BrowserProfile {
  const path = mkdtempSync(join(tmpdir(), `gleaner-browser-${process.pid}-`))
  if (owner) chownSync(path, owner.uid, owner.gid)
  return {
    path,
    async remove() {
      // A browser that was just killed may still be writing files, so this retries.
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
    },
  }
}
