/** Compares the tokens needed to answer a question about a saved page: highlights, fixed chunks ranked by BM25, and the whole page. */

import { contentTokensOf } from '../src/content/content-tokens.ts'
import { highlightsOf } from '../src/content/highlights/highlights.ts'
import { scoreTexts } from '../src/content/relevance/relevance.ts'
import { fetchArabicPage } from '../test/content/highlights/arabic-page.ts'
import {
  questions as ofWrittenText,
  type Question,
  questionsOfSavedPages,
} from '../test/content/highlights/questions.ts'
import { savedMarkdown } from '../test/content/highlights/saved-markdown.ts'
import { savedPage } from '../test/needs.ts'

/** Returns the text for a reader who wants `maxChars` characters. */
type Retrieval = (markdown: string, question: string, maxChars: number) => string

const limits = [500, 1000, 2000, 4000]

const retrievals: Record<string, Retrieval> = {
  '`highlights`': (markdown, question, maxChars) => highlightsOf(markdown, question, maxChars).content,
  'chunks of 500 characters, by BM25': (...given) => bestChunks(500, ...given),
  'chunks of 1,000 characters, by BM25': (...given) => bestChunks(1000, ...given),
  'the beginning of the page': (markdown, _, maxChars) => markdown.slice(0, maxChars),
}

/** Returns the best chunks that fit, best first. */
function bestChunks(size: number, markdown: string, question: string, maxChars: number): string {
  const chunks = Array.from({ length: Math.ceil(markdown.length / size) }, (_, n) =>
    markdown.slice(n * size, (n + 1) * size),
  )
  const texts = chunks.map((text) => ({ text, headings: [] }))
  const ranked = scoreTexts(texts, question).map((score, n) => ({ score, text: chunks[n] as string }))
  ranked.sort((a, b) => b.score - a.score)
  const taken = ranked.filter(({ score }) => score > 0).slice(0, Math.floor(maxChars / size))
  return taken.map(({ text }) => text).join('\n')
}

async function measure(
  retrieve: Retrieval,
  questions: readonly Question[],
): Promise<{ held: number; tokens: number[] }> {
  let held = 0
  const tokens: number[] = []
  for (const question of questions) {
    const needed = await tokensNeeded(retrieve, question)
    if (needed !== null) held++
    tokens.push(needed ?? contentTokensOf(await savedMarkdown(question.page)))
  }
  return { held, tokens: tokens.sort((a, b) => a - b) }
}

/** Returns the tokens at the smallest limit whose result includes the answer, or null if no limit suffices. */
async function tokensNeeded(retrieve: Retrieval, { page, question, answer }: Question): Promise<number | null> {
  const markdown = await savedMarkdown(page)
  for (const limit of limits) {
    const content = retrieve(markdown, question, limit)
    if (content.includes(answer)) return contentTokensOf(content)
  }
  return null
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const count = (value: number) => Math.round(value).toLocaleString('en-US')

async function main(): Promise<void> {
  if (savedPage('quality/data').isMissing) return
  const questions = (await fetchArabicPage()) === null ? ofWrittenText : questionsOfSavedPages
  const whole = await Promise.all(questions.map(async ({ page }) => contentTokensOf(await savedMarkdown(page))))
  whole.sort((a, b) => a - b)
  const row = (name: string, held: number, tokens: readonly number[]) =>
    `| ${name} | ${held} of ${questions.length} | ${count(tokens[tokens.length / 2] as number)} | ${count(mean(tokens))} |`
  const rows = ['| | answers within 4,000 characters | median tokens | mean tokens |', '| --- | --- | --- | --- |']
  for (const [name, retrieve] of Object.entries(retrievals)) {
    const { held, tokens } = await measure(retrieve, questions)
    rows.push(row(name, held, tokens))
  }
  rows.push(row('the whole page', questions.length, whole).replace(/\d+ of \d+/, '–'))
  process.stdout.write(`${rows.join('\n')}\n`)
}

await main()
