/** Creates the folder of one browser, with its profile, home and temporary files. Removes the folders of dead processes. */

import { createHash } from 'node:crypto'
import { chownSync, mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOf } from './process-tree.ts'

interface BrowserProfile {
  path: string
  remove(): Promise<void>
}

const prefix = 'gleaner-browser-'
/** Every container has a process 1, and containers may share a folder, so the name includes the machine. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** Creates a folder that only its owner may open: the user that the browser runs as. */
export function createProfile(owner: { uid: number; gid: number } | null): BrowserProfile {
  const path = mkdtempSync(join(tmpdir(), `${prefix}${machine}-${process.pid}-${startOf(process.pid) ?? 0}-`))
  if (owner) chownSync(path, owner.uid, owner.gid)
  return { path, remove: () => removeFolder(path) }
}

/** Removes folders left behind by processes of this machine that were killed, for example by SIGKILL. */
export async function removeLeftProfiles(folder: string = tmpdir()): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.filter(isLeft).map((name) => removeFolder(join(folder, name))))
}

/** True if the process in the folder's name has exited: its id is unused, or belongs to a later process. */
function isLeft(name: string): boolean {
  const [, of, pid, startedTicks] = /^gleaner-browser-([\da-f]{8})-(\d+)-(\d+)-\w+$/.exec(name) ?? []
  if (of !== machine) return false
  if (process.platform === 'linux') return startOf(Number(pid)) !== Number(startedTicks)
  return !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A browser that was just killed may still write files, so this retries. The next start removes what is left. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {})
}
