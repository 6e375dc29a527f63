/** Reads the memory and CPU time of a process and all its descendants from /proc. */

import { readdirSync, readFileSync } from 'node:fs'

export interface TreeMemory {
  /** Resident megabytes of the process itself. */
  serviceMb: number
  /** Resident megabytes of the process's descendants except Chromium. Shared memory counts once for each process. */
  readersMb: number
  /** Number of these descendants. */
  readers: number
  /** Resident megabytes of Chromium's processes. */
  browserMb: number
}

interface ProcessFigures {
  pid: number
  parent: number
  name: string
  residentMb: number
  cpuMs: number
}

/** Returns the memory of the process `root` and its descendants. All values are 0 after it has exited. */
export function readTreeMemory(root: number): TreeMemory {
  const memory: TreeMemory = { serviceMb: 0, readersMb: 0, readers: 0, browserMb: 0 }
  for (const { pid, name, residentMb } of readTree(root)) {
    if (pid === root) memory.serviceMb = residentMb
    else if (/chrom|headless/i.test(name)) memory.browserMb += residentMb
    else {
      memory.readersMb += residentMb
      memory.readers++
    }
  }
  return memory
}

/** Returns the CPU milliseconds of `root`, its descendants, and exited children that it has waited for, in steps of ten. */
export function readTreeCpuMs(root: number): number {
  return readTree(root).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

function readTree(root: number): ProcessFigures[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const byParent = Map.groupBy(all, ({ parent }) => parent)
  const found = all.filter(({ pid }) => pid === root)
  // The array grows during the loop.
  for (const { pid } of found) found.push(...(byParent.get(pid) ?? []))
  return found
}

const pageMb = 4096 / 1024 / 1024
const msPerTick = 10

/** Returns an empty array if the process has exited in the meantime. */
function readProcess(pid: number): [] | [ProcessFigures] {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return []
  }
  // The name in parentheses may itself contain spaces and parentheses. @see proc_pid_stat(5)
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return [
    {
      ...{ pid, parent: Number(fields[1]), name: stat.slice(stat.indexOf('(') + 1, end) },
      ...{ residentMb: Number(fields[21]) * pageMb, cpuMs: ticks * msPerTick },
    },
  ]
}
