/**
 * Counts the words of documents that are in neither the markdown nor a warning. Other programs and the documents' own XML say which words
 * there are. `npm run bench -- conservation [FOLDER…] [--against CHECKOUT] [--only TEXT] [--details]`.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { documentTypes } from '../../../src/page/document-types.ts'
import { savedPage } from '../../../test/needs.ts'
import { printTable, say } from '../../rig/report.ts'
import { type CorpusDocument, openCorpus } from '../corpus.ts'
import { gleanerReader } from '../gleaner.ts'
import { openReferences } from '../references.ts'
import { wordsOf } from '../words.ts'
import { unexplainedWords } from './explained.ts'
import { lostWords, type Reference } from './lost-words.ts'
import { xmlTexts } from './xml-text.ts'

const { values, positionals } = parseArgs({
  options: {
    against: { type: 'string' },
    only: { type: 'string', default: '' },
    details: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'gleaner-documents') },
  },
  allowPositionals: true,
})

const repository = fileURLToPath(new URL('../../../', import.meta.url))
const folders = [
  join(repository, 'test/fixtures/documents'),
  ...['documents/icdar2013', 'cases/documents', 'cases/documents/made'].map((path) =>
    fileURLToPath(savedPage(path).location),
  ),
]
const kinds = new Set(Object.keys(documentTypes))

const inFolders = [...folders, ...positionals].flatMap((folder) =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const kind = extname(name).slice(1)
    return kinds.has(kind)
      ? { id: `${folder.split('/').at(-1)}/${name}`, path: join(folder, name), kind, truth: {} }
      : []
  }),
)
const corpus = openCorpus(values.cache)
const documents = [...inFolders, ...corpus.documents].filter(({ id }) => id.includes(values.only))
for (const what of corpus.missing) say(`missing: ${what}`)
const referenceOf = openReferences(
  documents.filter(({ kind }) => kind === 'rtf'),
  values.cache,
)

const { gleanerReader: otherReader } = (
  values.against ? await import(pathToFileURL(join(values.against, 'bench/documents/gleaner.ts')).href) : {}
) as { gleanerReader?: typeof gleanerReader }
const readers = [...(otherReader ? [otherReader()] : []), gleanerReader()]

const table: (string | number)[][] = [
  ['document', 'words', ...(otherReader ? ['unexplained before'] : []), 'unexplained'],
]
const sums = [0, ...readers.map(() => 0)]
const referenceTo = (document: CorpusDocument): Reference | null => {
  try {
    const pages = referenceOf(document)
    return xmlTexts(document.path, document.kind) ?? (pages && { pages, running: [] })
  } catch {
    return null
  }
}
for (const document of documents) {
  const { id, path, kind } = document
  const reference = referenceTo(document)
  if (!reference) {
    say(`no other program read ${id}`)
    continue
  }
  const cells = [wordsOf(reference.pages.join('\n')).length]
  const outcomes = new Set<string>()
  for (const [at, reader] of readers.entries()) {
    // Earlier checkouts return no warnings.
    const { outcome, markdown, warnings = [] } = await reader.read(readFileSync(path), kind)
    const isRefused = outcome !== 'ok' && outcome !== 'no_text'
    const lost = isRefused ? [] : unexplainedWords(id, lostWords(reference, { markdown, warnings }))
    outcomes.add(outcome)
    cells.push(lost.length)
    if (values.details && at === readers.length - 1 && lost.length > 0) say(`${id}: ${lost.join(' ')}`)
  }
  for (const [at, count] of cells.entries()) sums[at] = (sums[at] ?? 0) + count
  table.push([`${id}${outcomes.has('ok') ? '' : ` (${[...outcomes].join(', ')})`}`, ...cells])
}
for (const reader of readers) await reader.close()
table.push([`all: ${table.length - 1} documents`, ...sums])
printTable(table)
