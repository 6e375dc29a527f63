/** Reads how much memory a process uses. */

import { readFileSync } from 'node:fs'

const pageBytes = 4096

/** Returns the resident bytes that no other process shares, or null if the process is gone or the system has no /proc. */
export function privateBytesOf(pid: number): number | null {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident - shared) * pageBytes
  } catch {
    return null
  }
}
