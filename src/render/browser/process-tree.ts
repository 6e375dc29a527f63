/** Reads a process and its descendants, with their memory, from /proc, and kills processes. */

import { readdirSync, readFileSync } from 'node:fs'
import { attempt } from '../../base/attempt.ts'
import { privateBytesOf } from '../../base/process-memory.ts'

export interface ProcessFacts {
  pid: number
  parent: number
  group: number
  /** Start time in clock ticks since boot, which distinguishes the process from a later one with the same ID. */
  startedTicks: number
  /** Resident bytes that the process shares with no other. */
  privateBytes: number
}

/** Returns the process, followed by its descendants, or nothing if it is gone or the system has no /proc. */
export function processTree(root: number): ProcessFacts[] {
  const all = listProcesses()
  const found = all.filter(({ pid }) => pid === root)
  for (let at = 0; at < found.length; at++) {
    const { pid } = found[at] as ProcessFacts
    found.push(...all.filter(({ parent }) => parent === pid))
  }
  return found
}

/** Returns the resident bytes of the whole tree, except memory that its processes share with others. */
export function residentBytes(root: number): number {
  const tree = processTree(root)
  return tree.reduce((sum, { privateBytes }) => sum + privateBytes, 0)
}

export function processesOfGroup(id: number): ProcessFacts[] {
  return listProcesses().filter(({ group }) => group === id)
}

function listProcesses(): ProcessFacts[] {
  const names = attempt(() => readdirSync('/proc')) ?? []
  return names.filter((name) => /^\d+$/.test(name)).flatMap((name) => readProcess(Number(name)))
}

/** The name in parentheses may contain spaces and parentheses, so this counts the fields after it. @see proc(5) */
function readProcess(pid: number): ProcessFacts[] {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // The process exited after it was listed and before it was read.
  if (stat === undefined) return []
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  // A zombie has exited, but its parent hasn't collected its status yet.
  if (state === 'Z') return []
  return [
    {
      pid,
      parent: Number(parent),
      group: Number(group),
      startedTicks: Number(fields[19]),
      privateBytes: privateBytesOf(pid) ?? 0,
    },
  ]
}

/** Kills a process group. Returns false if it is gone. Windows has no groups, so there only the process with this ID is killed. */
export function killGroup(group: number): boolean {
  return killProcess(process.platform === 'win32' ? group : -group)
}

export function killProcess(pid: number): boolean {
  return attempt(() => process.kill(pid, 'SIGKILL')) ?? false
}
