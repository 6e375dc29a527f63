/**
 * Prints the share of titles, authors, dates and site names found in saved pages that state them, by set and half: `npm run bench --
 * metadata [--against REPOSITORY] [--failures 1|2]`. `--against` compares with another checkout, and lists wrong values where that checkout
 * correctly returned null. `--failures` lists, for one half of the sites, the values that weren't found.
 */

import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type JudgedPage, newsPages, pagesReadByEye } from './pages.ts'
import { type JudgedField, judgedFields, judgeField, rightVerdicts, type Verdict } from './score.ts'

const { values } = parseArgs({ options: { against: { type: 'string' }, failures: { type: 'string' } } })
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Reader = (page: JudgedPage) => Partial<Record<JudgedField, string | null>>

async function readerOf(repository: URL): Promise<Reader> {
  const { parseDocument } = await import(new URL('src/html/parse/parse.ts', repository).href)
  const { readMetadata } = await import(new URL('src/format/metadata/metadata.ts', repository).href)
  return (page) => readMetadata(parseDocument(page.html(), page.url))
}

interface Judgement {
  page: JudgedPage
  field: JudgedField
  verdict: Verdict
  given: string | null
}

function judge(pages: readonly JudgedPage[], read: Reader): Judgement[] {
  return pages.flatMap((page) => {
    const given = read(page)
    return judgedFields.flatMap((field) => {
      const stated = page.stated[field]
      if (stated === undefined) return []
      const value = given[field] ?? null
      return [{ page, field, given: value, verdict: judgeField(field, value, stated) }]
    })
  })
}

const columns: readonly Verdict[] = ['exact', 'contains', 'same day', 'null', 'other', 'none', 'invented']

function table(judgements: readonly Judgement[]): void {
  say(`| field | sites | stated | right | ${columns.join(' | ')} |`)
  say(`| --- | --- | ${columns.map(() => '---:').join(' | ')} | ---: | ---: |`)
  for (const field of judgedFields) {
    for (const half of [1, 2]) {
      const own = judgements.filter((one) => one.field === field && one.page.half === half)
      const stated = own.filter(({ page }) => page.stated[field] !== null).length
      if (stated === 0) continue
      const right = own.filter(({ verdict }) => rightVerdicts.has(verdict)).length
      const counts = columns.map((column) => own.filter(({ verdict }) => verdict === column).length)
      say(`| ${field} | half ${half} | ${stated} | ${((100 * right) / stated).toFixed(1)}% | ${counts.join(' | ')} |`)
    }
  }
}

function list(title: string, judgements: readonly Judgement[]): void {
  say(`\n${title}: ${judgements.length}`)
  for (const { page, field, verdict, given } of judgements)
    say(`  ${page.id} ${field} ${verdict}: ${JSON.stringify(given)}, stated ${JSON.stringify(page.stated[field])}`)
}

const own = await readerOf(new URL('../../', import.meta.url))
const other = values.against ? await readerOf(pathToFileURL(`${values.against}/`)) : null
for (const [name, pages] of [
  ['news pages (postlight/parser)', newsPages()],
  ['pages of all kinds, read by eye', pagesReadByEye()],
] as const) {
  if (pages.length === 0) {
    say(`${name}: not on this machine`)
    continue
  }
  say(`\n${name}: ${pages.length}`)
  const judged = judge(pages, own)
  table(judged)
  if (values.failures !== undefined) {
    const half = Number(values.failures)
    list(
      `not right in half ${half}`,
      judged.filter(({ page, verdict }) => page.half === half && ['null', 'other', 'invented'].includes(verdict)),
    )
  }
  if (other === null) continue
  const before = judge(pages, other)
  say(`\n${values.against}:`)
  table(before)
  list(
    'wrong where null was right',
    judged.filter(({ verdict }, at) => verdict === 'invented' && before[at]?.verdict === 'none'),
  )
  list(
    'wrong where it was right',
    judged.filter(({ verdict }, at) => !rightVerdicts.has(verdict) && rightVerdicts.has(before[at]?.verdict ?? 'none')),
  )
}
