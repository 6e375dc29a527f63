import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { unexplainedWords } from '../../bench/documents/conservation/explained.ts'
import { lostWords } from '../../bench/documents/conservation/lost-words.ts'
import { gleanerReader } from '../../bench/documents/gleaner.ts'
import { openReferences } from '../../bench/documents/references.ts'
import { savedPage } from '../needs.ts'

const { location, isMissing } = savedPage('documents/icdar2013/')
const isReady = !isMissing && !spawnSync('pdftotext', ['-v']).error
const folder = fileURLToPath(location)
const names = isReady ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : []
const reader = gleanerReader()
afterAll(() => reader.close())

it.skipIf(!isReady)('no word of public reports is lost without a name', { timeout: 600_000 }, async () => {
  const documents = names.map((name) => ({ id: name, path: join(folder, name), kind: 'pdf', truth: {} }))
  const referenceOf = openReferences([], mkdtempSync(join(tmpdir(), 'gleaner-words-')))
  const lost: Record<string, string[]> = {}
  for (const document of documents) {
    const pages = referenceOf(document) ?? []
    const reading = await reader.read(readFileSync(document.path), 'pdf')
    const words = unexplainedWords(document.id, lostWords({ pages, running: [] }, reading))
    if (words.length > 0) lost[document.id] = words
  }
  expect(lost).toEqual({})
})
