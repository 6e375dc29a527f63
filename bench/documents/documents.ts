/**
 * Prints how well documents are read: structure beside what was read by eye, words beside other programs, and the order of phrases.
 * `npm run bench:documents -- [--only TEXT] [--details] [--print]`. `--details` lists what is not found, `--print` the markdown.
 */

import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CorpusDocument, openCorpus } from './corpus.ts'
import { gleanerReader } from './gleaner.ts'
import { openReferences } from './references.ts'
import { f1, type Kind, scoreOrder, scoreStructure, squeeze, sumOf, type Tally } from './score.ts'
import { structureOf } from './structure.ts'
import { scoreWords, type WordScore } from './words.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    details: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'gleaner-documents') },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const kinds: readonly Kind[] = ['headings', 'items', 'cells']

export interface Judged {
  document: CorpusDocument
  structure: Record<Kind, Tally | null>
  words: WordScore | null
  order: number
  /** What is wrong, in words. */
  faults: string[]
}

function judge(document: CorpusDocument, markdown: string, reference: string[] | null): Judged {
  const { truth } = document
  const found = structureOf(markdown)
  const structure = scoreStructure(truth, found)
  const words = reference ? scoreWords(reference, found.text, truth) : null
  const { share, missing } = scoreOrder(truth.phrases ?? [], found.text)
  const squeezed = squeeze(found.text)
  const absent = (truth.absent ?? []).filter((text) => squeezed.includes(squeeze(text)))
  const notes = (truth.notes ?? []).filter((text) => !squeezed.includes(squeeze(text)))
  const links = (truth.links ?? []).filter(([, url]) => !markdown.includes(url.replace(/^mailto:/, '')))
  const faults = [
    ...missing.map((text) => `phrase missing: ${text}`),
    ...absent.map((text) => `should not be there: ${text}`),
    ...notes.map((text) => `note missing: ${text}`),
    ...links.map(([, url]) => `link missing: ${url}`),
    ...(words && words.missing.length > 0 ? [`words missing: ${words.missing.slice(0, 40).join(' ')}`] : []),
    ...(share < 1 && missing.length === 0 ? ['phrases are not in their order'] : []),
  ]
  return { document, structure, words, order: share, faults }
}

/** A document without any structure is judged by its words alone. */
function overall(judged: readonly Judged[]): number | null {
  return f1(sumOf(judged.flatMap(({ structure }) => kinds.flatMap((kind) => structure[kind] ?? []))))
}

const percent = (value: number | null) => (value === null ? '–' : value.toFixed(1))
const wordShare = (words: WordScore | null) =>
  words && words.expected > 0 ? (100 * words.found) / words.expected : null

function line(name: string, judged: readonly Judged[]): string {
  const parts = kinds.map((kind) => percent(f1(sumOf(judged.flatMap(({ structure }) => structure[kind] ?? [])))))
  const words = judged.flatMap(({ words }) => words ?? [])
  const total = words.reduce((sum, one) => sum + one.expected, 0)
  const found = words.reduce((sum, one) => sum + one.found, 0)
  const order = judged.reduce((sum, one) => sum + one.order, 0) / Math.max(1, judged.length)
  const share = total > 0 ? (100 * found) / total : null
  const cells = [percent(overall(judged)), ...parts, share === null ? '–' : share.toFixed(2), (100 * order).toFixed(1)]
  return `| ${name} | ${cells.join(' | ')} |`
}

const { documents, missing } = openCorpus(values.cache)
const chosen = documents.filter(({ id }) => id.includes(values.only))
const referenceOf = openReferences(chosen, values.cache)
for (const what of missing) say(`missing: ${what}`)

const reader = gleanerReader()
const judged: Judged[] = []
const refusals: { document: CorpusDocument; right: boolean; got: string }[] = []
say('| document | F1 | headings | items | cells | words % | order % |')
say('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const document of chosen) {
  const { markdown, outcome } = await reader.read(readFileSync(document.path), document.kind)
  if (values.print) say(`\n<<< ${document.id} ${outcome}\n${markdown}\n>>>`)
  const { error } = document.truth
  if (error !== undefined) refusals.push({ document, right: outcome.split(' ')[0] === error, got: outcome })
  else {
    const one = judge(document, markdown, referenceOf(document))
    judged.push(one)
    say(`${line(document.id, [one])}${outcome === 'ok' ? '' : ` ${outcome}`}`)
    if (values.details) for (const fault of one.faults) say(`    ${fault}`)
  }
}
await reader.close()
for (const { document, right, got } of refusals)
  say(`${document.id}: ${right ? 'answered as it should be' : `should be ${document.truth.error}`}, ${got}`)
say('\n| documents | F1 | headings | items | cells | words % | order % |')
say('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const [kind, ofKind] of Map.groupBy(judged, ({ document }) => document.kind))
  say(line(`${kind}: ${ofKind.length}`, ofKind))
say(line(`all: ${judged.length}`, judged))
const structured = judged.map((one) => overall([one])).filter((value) => value !== null)
const worded = judged.map(({ words }) => wordShare(words)).filter((value) => value !== null)
const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length)
say(
  `\nmean of documents: F1 ${mean(structured).toFixed(1)} (${structured.length}), words ${mean(worded).toFixed(2)} % (${worded.length})`,
)
say(
  `documents with F1 below 90: ${structured.filter((value) => value < 90).length}; with words below 99 %: ${worded.filter((value) => value < 99).length}`,
)
say(`refusals as they should be: ${refusals.filter(({ right }) => right).length} of ${refusals.length}`)
