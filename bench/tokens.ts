/**
 * Measures how many tokens pages have in each form that `scrape` returns, and how far `content_tokens` deviates from real vocabularies: `npm
 * run bench -- tokens [--against REPOSITORY] [--texts FOLDER]`. The folder has texts in a subfolder for each script.
 */

import { readdirSync } from 'node:fs'
import { Tiktoken } from 'js-tiktoken/lite'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { contentTokensOf } from '../src/content/content-tokens.ts'
import { highlightsOf } from '../src/content/highlights/highlights.ts'
import { markdownParametersOf } from '../src/contract/page-parts.ts'
import type { Metadata } from '../src/contract/scrape.ts'
import type { FormatRequest, FormattedPage } from '../src/format/format-request.ts'
import { formatPage } from '../src/format/formats.ts'
import { questions } from '../test/content/highlights/questions.ts'
import { savedBody, savedMarkdown } from '../test/content/highlights/saved-markdown.ts'
import { bodyOf, type SamplePage, samples } from '../test/format/sample-pages.ts'
import { savedPage } from '../test/needs.ts'
import { pageOf } from '../test/readers/page-of.ts'
import { errorsByScript } from './tokens-by-script.ts'

const whole = { output: 'markdown', cssSelector: null, mainContent: true } as const

/** The kinds of request. */
const ways: Record<string, (page: SamplePage) => Promise<string>> = {
  none: (page) => markdownOf(page),
  '`include_images=false`': (page) => markdownOf(page, { markdown: markdownParametersOf({ include_images: false }) }),
  '`include_links=false`': (page) => markdownOf(page, { markdown: markdownParametersOf({ include_links: false }) }),
  both: (page) => markdownOf(page, { markdown: markdownParametersOf({ include_links: false, include_images: false }) }),
  '`output=text`': async (page) => String((await format(bodyOf(page), { output: 'text' })).content),
  '`highlights`': highlighted,
  '`main_content=false`': (page) => markdownOf(page, { mainContent: false }),
  '`output=clean_html`': async (page) => String((await format(bodyOf(page), { output: 'clean_html' })).content),
}

/** Maximum length of a string that is tokenized. */
const maxChars = 60_000
/** Languages with fewer pages are left out. */
const minPages = 3

function format(body: Uint8Array, request: Partial<FormatRequest> = {}): Promise<FormattedPage> {
  return formatPage({ ...pageOf(''), body: new Uint8Array(body) }, { ...whole, ...request })
}

async function markdownOf(page: SamplePage, request: Partial<FormatRequest> = {}): Promise<string> {
  return String((await format(bodyOf(page), request)).content)
}

/** Returns the passages for the first question about the page, or for the words of its title. */
async function highlighted(page: SamplePage): Promise<string> {
  const asked = questions.find((one) => one.page === `quality/data/${page.set}/pages/${page.id}.html.gz`)
  const { title, content } = await format(bodyOf(page))
  return highlightsOf(String(content), asked?.question ?? title ?? '', 4000).content
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2
}
const count = (value: number) => Math.round(value).toLocaleString('en-US')
const percent = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(0)}%`

async function tokensByWay(): Promise<string[]> {
  const rows = ['| parameters | mean tokens | median tokens | share of the mean |', '| --- | --- | --- | --- |']
  let first = 0
  for (const [name, textOf] of Object.entries(ways)) {
    const tokens: number[] = []
    for (const page of samples) tokens.push(contentTokensOf(await textOf(page)))
    first ||= mean(tokens)
    rows.push(`| ${name} | ${count(mean(tokens))} | ${count(median(tokens))} | ${(mean(tokens) / first).toFixed(2)} |`)
  }
  return rows
}

/** Returns texts by language and kind: sample pages, saved pages in other languages, and the Arabic text of the questions. */
async function textsByKind(): Promise<Map<string, string[]>> {
  const kinds = new Map<string, string[]>()
  const add = (kind: string, text: string) => {
    if (text.length >= 200) kinds.set(kind, [...(kinds.get(kind) ?? []), text.slice(0, maxChars)])
  }
  for (const page of samples) {
    const { content, extra } = await format(bodyOf(page), { extraOutputs: ['raw_html', 'links'] })
    add('English, markdown', String(content))
    add('English, HTML', String(extra.raw_html))
    add('English, links as JSON', JSON.stringify(extra.links))
  }
  const names = new Intl.DisplayNames('en', { type: 'language' })
  for (const folder of ['suites/metadata/pages/', 'quality/data/scrapinghub/pages/', 'quality/data/wcxb-dev/pages/']) {
    for (const file of readdirSync(savedPage(folder).location)) {
      const { content, extra } = await format(savedBody(folder + file), { extraOutputs: ['html_head_metadata_json'] })
      const { language } = extra.html_head_metadata_json as Metadata
      const [code = ''] = (language ?? '').toLowerCase().split(/[-_]/)
      if (/^(?!en)[a-z]{2}$/.test(code)) add(`${names.of(code)}, markdown`, String(content))
    }
  }
  add('Arabic, a text', await savedMarkdown('library.ar.md'))
  return kinds
}

async function errorsByKind(): Promise<string[]> {
  const [near, other] = [new Tiktoken(o200k), new Tiktoken(cl100k)]
  const tokensBy = (vocabulary: Tiktoken, text: string) => vocabulary.encode(text, [], []).length
  const rows = [
    '| | pages | mean deviation | mean absolute deviation | `cl100k_base` relative to `o200k_base` |',
    '| --- | --- | --- | --- | --- |',
  ]
  for (const [kind, texts] of await textsByKind()) {
    if (texts.length < minPages && !kind.startsWith('Arabic')) continue
    const counts = texts.map((text) => tokensBy(near, text))
    const errors = texts.map((text, n) => contentTokensOf(text) / (counts[n] as number) - 1)
    const ratios = texts.map((text, n) => tokensBy(other, text) / (counts[n] as number))
    const [bias, absolute] = [percent(mean(errors)), percent(mean(errors.map(Math.abs))).slice(1)]
    rows.push(`| ${kind} | ${texts.length} | ${bias} | ${absolute} | ${mean(ratios).toFixed(2)} |`)
  }
  return rows
}

async function main(): Promise<void> {
  if (savedPage('quality/data').isMissing) return
  for (const rows of [tokensByWay, errorsByKind, errorsByScript])
    process.stdout.write(`${(await rows()).join('\n')}\n\n`)
}

await main()
