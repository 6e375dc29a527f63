/**
 * Scores how well documents are read: their structure (against a manual reading), their words (against other programs) and the order of phrases.
 * `npm run bench -- documents [--only TEXT] [--details] [--print]`. `--details` lists missing parts, and `--print` prints the markdown.
 */

import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CorpusDocument, openCorpus } from './corpus.ts'
import { gleanerReader } from './gleaner.ts'
import { type Judged, judge, overall, scores, wordShare } from './judge.ts'
import { openReferences } from './references.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    details: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
    cache: { type: 'string', default: join(tmpdir(), 'gleaner-documents') },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Names the root of the tags in the catalog, which few writers compress. */
const tags = '/StructTreeRoot'

/** Renames the root of the tags, so that readers don't find them. */
function withoutTags(body: Buffer): Buffer {
  return Buffer.from(body.toString('latin1').replaceAll(tags, '/StructTreeNone'), 'latin1')
}

type JudgedDocument = Judged & { document: CorpusDocument }

const line = (name: string, judged: readonly Judged[]) => `| ${name} | ${scores(judged).join(' | ')} |`

const { documents, missing } = openCorpus(values.cache)
const chosen = documents.filter(({ id }) => id.includes(values.only))
const referenceOf = openReferences(chosen, values.cache)
for (const what of missing) say(`missing: ${what}`)

const reader = gleanerReader()
const judged: JudgedDocument[] = []
const refusals: { document: CorpusDocument; right: boolean; got: string }[] = []
say('| document | F1 | headings | items | cells | words % | order % |')
say('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const document of chosen) {
  const { markdown, outcome } = await reader.read(readFileSync(document.path), document.kind)
  if (values.print) say(`\n<<< ${document.id} ${outcome}\n${markdown}\n>>>`)
  const { error } = document.truth
  if (error !== undefined) refusals.push({ document, right: outcome.split(' ')[0] === error, got: outcome })
  else {
    const one = { document, ...judge(document.truth, markdown, referenceOf(document)) }
    judged.push(one)
    say(`${line(document.id, [one])}${outcome === 'ok' ? '' : ` ${outcome}`}`)
    if (values.details) for (const fault of one.faults) say(`    ${fault}`)
  }
}
for (const { document, right, got } of refusals)
  say(`${document.id}: ${right ? 'refused as expected' : `expected ${document.truth.error}`}, ${got}`)
say('\n| documents | F1 | headings | items | cells | words % | order % |')
say('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const [kind, ofKind] of Map.groupBy(judged, ({ document }) => document.kind))
  say(line(`${kind}: ${ofKind.length}`, ofKind))
say(line(`all: ${judged.length}`, judged))
const tagged = judged.filter(({ document }) => readFileSync(document.path).includes(tags))
if (tagged.length > 0) {
  say(line(`tagged pdf: ${tagged.length}`, tagged))
  const untagged: Judged[] = []
  for (const { document } of tagged) {
    const { markdown } = await reader.read(withoutTags(readFileSync(document.path)), document.kind)
    untagged.push(judge(document.truth, markdown, referenceOf(document)))
  }
  say(line('the same without their tags', untagged))
}
await reader.close()
const structured = judged.map((one) => overall([one])).filter((value) => value !== null)
const worded = judged.map(({ words }) => wordShare(words)).filter((value) => value !== null)
const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length)
say(
  `\nmean of documents: F1 ${mean(structured).toFixed(1)} (${structured.length}), words ${mean(worded).toFixed(2)}% (${worded.length})`,
)
say(
  `documents with F1 below 90: ${structured.filter((value) => value < 90).length}; with words below 99%: ${worded.filter((value) => value < 99).length}`,
)
say(`refusals as expected: ${refusals.filter(({ right }) => right).length} of ${refusals.length}`)
