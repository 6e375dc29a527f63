import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { documentFixtures, expectedFile, namedScores } from '../../../bench/documents/fixtures.ts'
import { gleanerReader } from '../../../bench/documents/gleaner.ts'
import { judge } from '../../../bench/documents/judge.ts'

// Scores that change are a fact to judge: `UPDATE_FIXTURES=1` writes them anew, `npm run fixtures:documents` the documents.
const updates = process.env.UPDATE_FIXTURES === '1'
const fixtures = documentFixtures()

describe('documents that LibreOffice has made', () => {
  const reader = gleanerReader()
  afterAll(() => reader.close())

  it.each(fixtures)('are read with the same structure and words as before: $name', async (fixture) => {
    const { name, kind, bytes, truth, expected } = fixture
    const { markdown, outcome } = await reader.read(bytes, kind)
    expect(outcome).toBe('ok')
    const judged = judge(truth, markdown, expected.reference)
    const scores = namedScores(judged)
    if (updates) writeFileSync(expectedFile(name), `${JSON.stringify({ ...expected, scores }, null, 1)}\n`)
    else expect(scores, judged.faults.join('\n')).toEqual(expected.scores)
  })

  it('are of every kind that is converted', () => {
    const kinds = new Set(fixtures.map(({ kind }) => kind))
    const all = ['pdf', 'docx', 'odt', 'rtf', 'epub', 'xlsx', 'ods', 'csv', 'tsv', 'pptx', 'odp']
    expect([...kinds].sort()).toEqual(all.sort())
  })
})
