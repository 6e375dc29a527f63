/** How much memory do a browser and its children hold? Read from /proc; nothing is known where there is none. */

import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessFacts {
  pid: number
  parent: number
  group: number
  /** When it started, in clock ticks since the system did: with it the id is told from a later process of the same id. */
  startedTicks: number
  /** Resident bytes that no other process shares with it. */
  privateBytes: number
}

const pageBytes = 4096

/** The process and everything below it, the process first; empty when it is gone or the system has no /proc. */
export function processTree(root: number): ProcessFacts[] {
  const all = listProcesses()
  const found = all.filter(({ pid }) => pid === root)
  for (let at = 0; at < found.length; at++) {
    const { pid } = found[at] as ProcessFacts
    found.push(...all.filter(({ parent }) => parent === pid))
  }
  return found
}

/** Resident bytes of the whole tree, what is shared counted once for all. */
export function residentBytes(root: number): number {
  const tree = processTree(root)
  return tree.reduce((sum, { privateBytes }) => sum + privateBytes, 0)
}

function listProcesses(): ProcessFacts[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)))
  } catch {
    return []
  }
}

/** `(name)` may hold spaces and brackets: the fields are counted from its end. @see proc(5) */
function readProcess(pid: number): ProcessFacts[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [, parent, group] = fields
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return [
      {
        pid,
        parent: Number(parent),
        group: Number(group),
        startedTicks: Number(fields[19]),
        privateBytes: (resident - shared) * pageBytes,
      },
    ]
  } catch {
    // It ended between the listing and the reading.
    return []
  }
}
