/** Kept outcomes as files of the data folder: one line each, on disk before the answer goes out. */

import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from '../access/ledger.ts'
import type { OutcomeJournal } from '../access/outcomes.ts'

export function createOutcomeFiles(dataDir: string): OutcomeJournal {
  const folder = join(dataDir, 'outcomes')
  const pathOf = (node: string) => join(folder, `${node}.jsonl`)

  return {
    append(outcome) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = openSync(pathOf(outcome.node), 'a', 0o600)
      try {
        // A line of its own even behind one that was cut off.
        writeSync(file, `\n${JSON.stringify(outcome)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    remove: (node) => rmSync(pathOf(node), { force: true }),
    read: (node) => unlessMissing(() => readFileSync(pathOf(node), 'utf8').split('\n').flatMap(parse)),
    nodes: () =>
      unlessMissing(() =>
        readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => name.slice(0, -'.jsonl'.length)),
      ),
  }
}

/** A line that was cut off belongs to an answer that never went out. */
function parse(line: string): Outcome[] {
  if (line === '') return []
  try {
    return [JSON.parse(line) as Outcome]
  } catch {
    return []
  }
}

function unlessMissing<T>(work: () => T[]): T[] {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
