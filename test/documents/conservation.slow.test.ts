import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { unexplainedWords } from '../../bench/documents/conservation/explained.ts'
import { lostWords } from '../../bench/documents/conservation/lost-words.ts'
import { xmlTexts } from '../../bench/documents/conservation/xml-text.ts'
import { documentFixtures, fixtureFolder } from '../../bench/documents/fixtures.ts'
import { gleanerReader } from '../../bench/documents/gleaner.ts'

const reader = gleanerReader()
afterAll(() => reader.close())

it.each(documentFixtures())('no word is lost without a name: $name', async ({ name, kind, bytes, expected }) => {
  const path = fileURLToPath(new URL(name, fixtureFolder))
  const reference = xmlTexts(path, kind) ?? { pages: expected.reference, running: [] }
  expect(unexplainedWords(name, lostWords(reference, await reader.read(bytes, kind)))).toEqual([])
})
