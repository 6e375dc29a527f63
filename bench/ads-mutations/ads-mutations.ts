/**
 * Applies seeded changes to the saved result pages, reads them and prints the guarantees that were broken. Options: `--mutations N --seed N
 * --only TEXT`, and `--one INDEX` for the ads of one changed page, with its HTML on standard error.
 */

import { parseArgs } from 'node:util'
import { type Judgement, judge, type Original, original } from './judge.ts'
import { mutate } from './mutations.ts'
import { readSavedPages } from './saved-pages.ts'

const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    one: { type: 'string' },
  },
})

const print = (line: string) => process.stdout.write(`${line}\n`)
const pages = readSavedPages().map(original)
if (pages.length === 0) print('ads-mutations: skipped, because there are no saved pages next to the repository.')
else if (values.one === undefined) measure()
else show(Number(values.one))

function pageOf(index: number): Original {
  return pages[index % pages.length] as Original
}

function measure(): void {
  const alarms = pages.filter((page) => {
    const judgement = judge(page.page.html, page)
    printProblems(page.page.file, judgement)
    return judgement.status === 'layout_changed'
  })
  const judgements: Judgement[] = []
  for (let index = 0; index < Number(values.mutations); index++) {
    const page = pageOf(index)
    if (!page.page.file.includes(values.only)) continue
    const { html, steps } = mutate(page.page.html, Number(values.seed), index)
    const judgement = judge(html, page)
    judgements.push(judgement)
    printProblems(`${index} ${page.page.file} (${steps.join(', ')})`, judgement)
  }
  const sum = (count: (judgement: Judgement) => number) =>
    judgements.reduce((total, judgement) => total + count(judgement), 0)
  const statuses = [...Map.groupBy(judgements, ({ status }) => status)].sort(([, a], [, b]) => b.length - a.length)
  print(`mutations read                     ${judgements.length}
false ads                          ${sum(({ falseAds }) => falseAds.length)}
Google URLs returned as url        ${sum(({ googleAddresses }) => googleAddresses.length)}
no_ads or no_results despite an ad ${sum(({ silent }) => Math.min(silent.length, 1))}
ok, with a whole ad missing        ${sum(({ missed }) => Math.min(missed.length, 1))}
layout_changed on unchanged pages  ${alarms.length}
slowest page                       ${Math.round(Math.max(0, ...judgements.map(({ readMs }) => readMs)))} ms
statuses                           ${statuses.map(([status, { length }]) => `${status} ${length}`).join(', ')}`)
}

function printProblems(name: string, { status, falseAds, googleAddresses, silent, missed }: Judgement): void {
  for (const ad of falseAds) print(`${name}: false ad ${ad}`)
  for (const url of googleAddresses) print(`${name}: Google URL ${url}`)
  if (silent.length > 0) print(`${name}: ${status}, with ${silent.join(' | ')}`)
  if (missed.length > 0) print(`${name}: ${status}, without ${missed.join(' | ')}`)
}

function show(index: number): void {
  const page = pageOf(index)
  const { html, steps } = mutate(page.page.html, Number(values.seed), index)
  const judgement = judge(html, page)
  process.stderr.write(html)
  print(`${index} ${page.page.file}: ${judgement.status} after ${steps.join(', ')}`)
  for (const { block, kind, title, displayed_url, url } of judgement.ads) {
    print(`${block} ${kind} «${title}» ${displayed_url} ${url}`)
  }
  for (const place of judgement.unread ?? []) print(`unread ${place}`)
  printProblems('', judgement)
}
