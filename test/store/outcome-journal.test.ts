import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReservationOutcome } from '../../src/access/ledger.ts'
import { createOutcomeJournal } from '../../src/store/outcome-journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const outcomeOf = (node: string, id: string): ReservationOutcome => ({
  ...{ id, node, keyId: 'key-a', credits: 2, operation: 'scrape', requestId: 'r-1' },
  ...{ isHeld: true, charged: 1, claim: { keyId: 'key-a', name: 'n', token: 't' } },
})

describe('the outcome journal', () => {
  it('keeps the outcomes of each process in a separate file, until they are removed', () => {
    const journal = createOutcomeJournal(folder)
    for (const id of ['1', '2']) journal.append(outcomeOf('a', id))
    journal.append(outcomeOf('b', '3'))
    const next = createOutcomeJournal(folder)
    expect(next.nodes().sort()).toEqual(['a', 'b'])
    expect(next.read('a')).toEqual([outcomeOf('a', '1'), outcomeOf('a', '2')])
    next.remove('a')
    expect([next.nodes(), next.read('a')]).toEqual([['b'], []])
    next.remove('a')
  })

  it('skips a line that was cut off, and keeps those around it', () => {
    const journal = createOutcomeJournal(folder)
    journal.append(outcomeOf('a', '1'))
    appendFileSync(join(folder, 'outcomes/a.jsonl'), '\n{"id":"cut o')
    journal.append(outcomeOf('a', '2'))
    expect(journal.read('a').map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('is empty and creates no folder before the first outcome', () => {
    const journal = createOutcomeJournal(folder)
    expect([journal.nodes(), journal.read('a')]).toEqual([[], []])
    expect(readdirSync(folder)).toEqual([])
  })

  it('is readable by this user only', () => {
    createOutcomeJournal(folder).append(outcomeOf('a', '1'))
    expect(statSync(join(folder, 'outcomes/a.jsonl')).mode & 0o077).toBe(0)
  })
})
