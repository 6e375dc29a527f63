/** Documents of `made/` that are stored with the tests, so that a machine without LibreOffice can score them. */

import { readdirSync, readFileSync } from 'node:fs'
import type { Judged } from './judge.ts'
import { scores } from './judge.ts'
import { type Truth, truthOfMade } from './truth.ts'

interface DocumentFixture {
  /** `report.tagged.pdf` */
  name: string
  /** File extension. */
  kind: string
  bytes: Uint8Array
  truth: Truth
  expected: ExpectedReading
}

/** The file stored next to a document. */
export interface ExpectedReading {
  /** Scores as printed by `npm run bench -- documents`. */
  scores: Scores
  /** Text of the document's pages from another program. */
  reference: string[]
}

const columns = ['f1', 'headings', 'items', 'cells', 'words', 'order'] as const
type Scores = Record<(typeof columns)[number], string>

export const fixtureFolder = new URL('../../test/fixtures/documents/', import.meta.url)

export function documentFixtures(): DocumentFixture[] {
  const names = readdirSync(fixtureFolder).filter((name) => !name.endsWith('.json'))
  return names.map((name) => ({
    name,
    kind: name.slice(name.lastIndexOf('.') + 1),
    bytes: readFileSync(new URL(name, fixtureFolder)),
    truth: truthOfMade(name),
    expected: JSON.parse(readFileSync(expectedFile(name), 'utf8')) as ExpectedReading,
  }))
}

export function expectedFile(name: string): URL {
  return new URL(`${name}.json`, fixtureFolder)
}

export function namedScores(judged: Judged): Scores {
  const cells = scores([judged])
  return Object.fromEntries(columns.map((column, at) => [column, cells[at]])) as Scores
}
