/** Measures how far `content_tokens` deviates from o200k_base in each script, on texts that its weights were not fitted to. */

import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { contentTokensOf } from '../src/content/content-tokens.ts'
import type { Metadata } from '../src/contract/scrape.ts'
import { formatPage } from '../src/format/formats.ts'
import { savedBody } from '../test/content/highlights/saved-markdown.ts'
import { savedPage } from '../test/needs.ts'
import { pageOf } from '../test/readers/page-of.ts'

type Estimate = (text: string) => number

/** Maximum length of a text. */
const maxChars = 12_000
const minChars = 300
/** Maximum number of files of each kind. */
const maxFiles = 60

const scripts = ['Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Devanagari', 'Thai', 'Hangul'] as const
const otherIndic = /[\u0980-\u0dff]/g
const languages = new Set(['en', 'de', 'fr', 'es', 'pl', 'tr', 'vi'])
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Source files in node_modules, by kind. */
const sources: Readonly<Record<string, string>> = {
  'Code, TypeScript': '**/*.ts',
  'Code, JavaScript': '**/*.js',
  'Code, CSS': '**/*.css',
  'Code, C': '**/*.h',
  JSON: '**/*.json',
  'English, README files': '**/README.md',
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
const median = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] as number
const percent = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}%`

/** The weights were fitted to the other half of the pages and source files, by this hash. */
function isUnseen(key: string, bit: number): boolean {
  return ((createHash('sha1').update(key).digest()[0] as number) & bit) !== 0
}

/** Returns the script that most letters belong to, or the declared language of Latin text. Returns null for mixed text. */
function scriptOf(text: string, language: string | null): string | null {
  const letters = countOf(text, /[\p{L}\p{M}]/gu)
  const [han, kana] = [countOf(text, /\p{Script=Han}/gu), countOf(text, /[\u3040-\u30ff]/g)]
  if (han + kana > letters * 0.4) {
    if (kana > han * 0.1) return 'Japanese'
    return countOf(text, /[这们个国说时为来对会]/g) >= countOf(text, /[這們個國說時為來對會]/g)
      ? 'Chinese, simplified'
      : 'Chinese, traditional'
  }
  for (const script of scripts) {
    if (countOf(text, new RegExp(`\\p{Script=${script}}`, 'gu')) > letters / 2) return script
  }
  if (countOf(text, otherIndic) > letters / 2) return 'Other Indic'
  const code = language?.slice(0, 2).toLowerCase() ?? ''
  return languages.has(code) ? (languageNames.of(code) as string) : null
}

/** Adds the markdown of saved pages, and their tables and links. */
async function addPages(add: (kind: string, text: string) => void): Promise<void> {
  const data = 'quality/data/'
  const sets = readdirSync(savedPage(data).location).map((set) => `${data}${set}/pages/`)
  for (const folder of ['suites/metadata/pages/', ...sets]) {
    for (const file of readdirSync(savedPage(folder).location)) {
      if (!file.endsWith('.gz') || !isUnseen(`pages${folder}${file}`, 1)) continue
      const page = { ...pageOf(''), body: new Uint8Array(savedBody(folder + file)) }
      const whole = { output: 'markdown', cssSelector: null, mainContent: true } as const
      const read = formatPage(page, { ...whole, extraOutputs: ['html_head_metadata_json', 'links'] }).catch(() => null)
      const { content, extra } = (await read) ?? { content: '', extra: {} }
      const text = String(content)
      const kind = scriptOf(text, (extra.html_head_metadata_json as Metadata | undefined)?.language ?? null)
      if (kind) add(kind, text)
      add('Links as JSON', JSON.stringify(extra.links ?? []))
      add('Markdown tables', (text.match(/^\|.*\|$/gm) ?? []).join('\n'))
      add('Markdown links', (text.match(/\[[^\]]*\]\(https?:[^)]*\)/g) ?? []).join('\n'))
      add('URLs', (text.match(/https?:[^)\s]*/g) ?? []).join('\n'))
    }
  }
}

function addFiles(add: (kind: string, text: string) => void): void {
  const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))
  for (const [kind, pattern] of Object.entries(sources)) {
    // Sorted by hash, because neighboring files are alike.
    const order = (path: string) => createHash('sha1').update(path).digest('hex')
    const paths = globSync(pattern, { cwd: packages, exclude: (name) => /iconv|entities|\.min\.js/.test(name) })
    let files = 0
    for (const path of paths.sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
      const text = readFileSync(join(packages, path), 'utf8').slice(0, maxChars)
      if (text.length < 1500 || !isUnseen(text, 16)) continue
      add(kind, text)
      if (++files === maxFiles) break
    }
  }
}

/** Adds the texts in a folder that has one subfolder for each kind. */
function addFolder(add: (kind: string, text: string) => void, folder: string): void {
  for (const kind of readdirSync(folder)) {
    for (const file of readdirSync(join(folder, kind))) add(kind, readFileSync(join(folder, kind, file), 'utf8'))
  }
}

function rowOf(kind: string, texts: readonly string[], counts: readonly number[], estimates: readonly Estimate[]) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const cells = estimates.map((estimate) => {
    const estimated = texts.map(estimate)
    const errors = estimated.map((tokens, n) => Math.abs(tokens / (counts[n] as number) - 1)).sort((a, b) => a - b)
    const ofSum = estimated.reduce((sum, tokens) => sum + tokens, 0) / total - 1
    return [percent(ofSum), ...[0.5, 0.9].map((share) => percent(median(errors, share)).slice(1))].join(' | ')
  })
  return `| ${kind} | ${texts.length} | ${total.toLocaleString('en-US')} | ${cells.join(' | ')} |`
}

/** `--against FOLDER` also measures another checkout. `--texts FOLDER` adds texts. */
export async function errorsByScript(): Promise<string[]> {
  const { values } = parseArgs({ options: { against: { type: 'string' }, texts: { type: 'string' } }, strict: false })
  const kinds = new Map<string, string[]>()
  const add = (kind: string, text: string) => {
    if (text.length < minChars) return
    kinds.set(kind, [...(kinds.get(kind) ?? []), text.slice(0, maxChars)])
  }
  await addPages(add)
  addFiles(add)
  if (typeof values.texts === 'string') addFolder(add, values.texts)
  const estimates: Estimate[] = [contentTokensOf]
  if (typeof values.against === 'string') {
    const other = await import(pathToFileURL(resolve(values.against, 'src/content/content-tokens.ts')).href)
    estimates.unshift(other.contentTokensOf)
  }
  const vocabulary = new Tiktoken(o200k)
  const columns = estimates.length === 2 ? ['before: ', 'now: '] : ['']
  const names = columns.flatMap((name) => [`${name}error of the sum`, 'median error of a text', '90th percentile'])
  const rows = [`| | texts | tokens | ${names.join(' | ')} |`, `| --- | --- | --- |${' --- |'.repeat(names.length)}`]
  for (const kind of [...kinds.keys()].sort()) {
    const texts = kinds.get(kind) as string[]
    const counts = texts.map((text) => vocabulary.encode(text, [], []).length)
    rows.push(rowOf(kind, texts, counts, estimates))
  }
  return rows
}
