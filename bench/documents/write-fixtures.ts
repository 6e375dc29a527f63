/**
 * Stores the documents of `corpus.json` that the tests score, and their scores, next to the tests: `npm run bench -- documents-fixtures`.
 * LibreOffice writes the time, random identifiers and the machine's fonts, so its documents differ from run to run.
 */

import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMade } from './corpus.ts'
import { type ExpectedReading, expectedFile, fixtureFolder, namedScores } from './fixtures.ts'
import { gleanerReader } from './gleaner.ts'
import { judge } from './judge.ts'
import { openReferences } from './references.ts'

const { values } = parseArgs({ options: { cache: { type: 'string', default: join(tmpdir(), 'gleaner-documents') } } })
const { documents, missing } = openMade(values.cache, 'fixtures')
if (missing.length > 0) throw new Error(missing.join('\n'))
const referenceOf = openReferences(documents, values.cache)
const reader = gleanerReader()
rmSync(fixtureFolder, { recursive: true, force: true })
mkdirSync(fixtureFolder)
let bytes = 0
for (const document of documents) {
  const { id, path, kind, truth } = document
  const name = id.slice('made/'.length)
  const reference = referenceOf(document)
  if (reference === null) throw new Error(`No other program can read ${name}`)
  const { markdown } = await reader.read(readFileSync(path), kind)
  const expected: ExpectedReading = { scores: namedScores(judge(truth, markdown, reference)), reference }
  copyFileSync(path, new URL(name, fixtureFolder))
  writeFileSync(expectedFile(name), `${JSON.stringify(expected, null, 1)}\n`)
  bytes += statSync(path).size + statSync(expectedFile(name)).size
}
await reader.close()
process.stdout.write(`${documents.length} documents, ${Math.round(bytes / 1000)} kB including the expected results\n`)
