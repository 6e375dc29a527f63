/** Reads how much memory a process uses. */

import { readFileSync } from 'node:fs'
import { attempt } from './attempt.ts'

const pageBytes = 4096

/** Returns the resident bytes that no other process shares, or null if the process is gone or the system has no /proc. */
export function privateBytesOf(pid: number): number | null {
  const statm = attempt(() => readFileSync(`/proc/${pid}/statm`, 'latin1'))
  if (statm === undefined) return null
  const [, resident = 0, shared = 0] = statm.split(' ').map(Number)
  return (resident - shared) * pageBytes
}
