/** Checks the machine: Node, the limit of open files, the clock. */

import { readFileSync } from 'node:fs'
import { type Check, concern, failed, ok } from './check.ts'

const oldestNode = [22, 19] as const

/** `version` as `process.versions.node` has it. */
export function nodeCheck(version: string): Check {
  return {
    name: 'Node',
    async run() {
      const [major = 0, minor = 0] = version.split('.').map(Number)
      const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
      if (isNewEnough) return ok(version)
      return failed(`${version} is too old`, `install Node ${oldestNode.join('.')} or newer from https://nodejs.org/`)
    },
  }
}

/** Enough for the default of 4096 connections, each with a page. */
const enoughFiles = 8292
const minFiles = 512

/** `limits` is the content of /proc/self/limits, or null on systems without it. */
export function openFilesCheck(limits: string | null): Check {
  return {
    name: 'open files',
    async run({ config }) {
      const [, limit] = /^Max open files +(\w+)/m.exec(limits ?? '') ?? []
      if (limit === undefined) return ok('no limit on this system')
      const remedy = 'ulimit -n 65536, LimitNOFILE=65536 in a systemd unit, --ulimit nofile=65536:65536 for a container'
      const files = limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
      if (files < minFiles) return failed(`at most ${limit}: too few for a browser and its pages`, remedy)
      if (files < Math.min(enoughFiles, 2 * config.GLEANER_MAX_CONNECTIONS)) {
        return concern(`at most ${limit}: fewer connections than GLEANER_MAX_CONNECTIONS`, remedy)
      }
      return ok(`at most ${limit}`)
    },
  }
}

export function readLimits(): string | null {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return null
  }
}

/** A clock that was never set is before this date. */
const writtenAtMs = Date.UTC(2026, 0, 1)
const tolerableMs = 5000
const harmfulMs = 60_000

const setClock = 'timedatectl set-ntp true, or another time service (chrony, systemd-timesyncd)'

/** `clock` returns milliseconds since 1970, and those of a monotonic clock. */
export function clockCheck(clock: { now(): number; monotonic(): number }): Check {
  return {
    name: 'clock',
    async run({ probes }) {
      const [startedAt, before] = [clock.monotonic(), clock.now()]
      const facts = await probes.database().catch(() => null)
      if (clock.monotonic() < startedAt) return failed('the monotonic clock went backwards', 'restart this machine')
      const now = new Date(clock.now()).toISOString()
      if (clock.now() < writtenAtMs) return failed(`it is not ${now}`, setClock)
      if (facts?.clockMs == null) return ok(now)
      // The database's clock was read at some point in this interval.
      const after = clock.now()
      const offMs = Math.max(0, before - facts.clockMs, facts.clockMs - after)
      const words = `${now}, ${(offMs / 1000).toFixed(1)} s from the database's`
      if (offMs > harmfulMs) return failed(words, setClock)
      return offMs > tolerableMs ? concern(words, setClock) : ok(words)
    },
  }
}
