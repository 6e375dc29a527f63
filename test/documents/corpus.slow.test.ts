import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { documentFixtures, expectedFile, namedScores } from '../../bench/documents/fixtures.ts'
import { gleanerReader } from '../../bench/documents/gleaner.ts'
import { judge } from '../../bench/documents/judge.ts'

// `UPDATE_FIXTURES=1` rewrites the scores. `npm run bench -- documents-fixtures` rewrites the documents.
const updates = process.env.UPDATE_FIXTURES === '1'
const fixtures = documentFixtures()

describe('documents made by LibreOffice', () => {
  const reader = gleanerReader()
  afterAll(() => reader.close())

  it.each(fixtures)('keep at least as much of their structure and words as before: $name', async (fixture) => {
    const { name, kind, bytes, truth, expected } = fixture
    const { markdown, outcome } = await reader.read(bytes, kind)
    expect(outcome).toBe('ok')
    const judged = judge(truth, markdown, expected.reference)
    const scores = namedScores(judged)
    if (updates) writeFileSync(expectedFile(name), `${JSON.stringify({ ...expected, scores }, null, 1)}\n`)
    for (const [column, before] of Object.entries(updates ? scores : expected.scores)) {
      const score = scores[column as keyof typeof scores]
      const isJudged = before !== '–'
      expect(score !== '–', `${column} is judged`).toBe(isJudged)
      if (isJudged) expect(Number(score), [column, ...judged.faults].join('\n')).toBeGreaterThanOrEqual(Number(before))
    }
  })

  it('include every kind that can be converted', () => {
    const kinds = new Set(fixtures.map(({ kind }) => kind))
    const all = ['pdf', 'docx', 'odt', 'rtf', 'epub', 'xlsx', 'ods', 'csv', 'tsv', 'pptx', 'odp']
    expect([...kinds].sort()).toEqual(all.sort())
  })
})
