/** The outcome journal in the data folder. It has one file per process and one line per outcome, flushed before the response. */

import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ReservationOutcome } from '../access/ledger.ts'
import type { OutcomeJournal } from '../access/outcome-queue.ts'
import { attempt } from '../base/attempt.ts'
import { makeFolder } from '../base/make-folder.ts'

export const outcomeFolder = 'outcomes'

export function createOutcomeJournal(dataDir: string): OutcomeJournal {
  const folder = join(dataDir, outcomeFolder)
  const pathOf = (node: string) => join(folder, `${node}.jsonl`)

  return {
    append(outcome) {
      makeFolder(folder, 0o700)
      const file = openSync(pathOf(outcome.node), 'a', 0o600)
      try {
        // The leading line break terminates a line that was cut off.
        writeSync(file, `\n${JSON.stringify(outcome)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    remove: (node) => rmSync(pathOf(node), { force: true }),
    read: (node) => emptyIfMissing(() => readFileSync(pathOf(node), 'utf8').split('\n').flatMap(parseLine)),
    nodes: () =>
      emptyIfMissing(() =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => name.slice(0, -'.jsonl'.length)),
      ),
  }
}

/** Skips a blank line, and one that was cut off, because its response was never sent. */
function parseLine(line: string): ReservationOutcome[] {
  return attempt(() => [JSON.parse(line) as ReservationOutcome]) ?? []
}

function emptyIfMissing<T>(work: () => T[]): T[] {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
