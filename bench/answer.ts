/** Measures how well the whole program answers twenty questions about saved pages with the real model service. */

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { subscribe } from '../src/base/events.ts'
import { noShare } from '../src/base/share.ts'
import { composeRuntime } from '../src/compose/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { type Question, questions } from './answer-questions.ts'

const folder = fileURLToPath(new URL('../../shared/quality/data/wcxb-test/', import.meta.url))
const out = (line: string) => void process.stdout.write(`${line}\n`)

const usage = `Usage: npm run bench -- answer [-- --model ID] [--price IN/OUT] [--verbose]
  --price   what a million tokens cost, in and out, for the line of costs; the service's price list has them`

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    price: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

/** Matches phrases that say that the page lacks the information. */
const saysMissing =
  /\b(?:not|no|n't|cannot|without)\b[^.]*\b(?:say|state|mention|contain|provide|include|give|list|specif|information|address|predict|discuss|found)|\bnull\b|does(?: not|n't)/i

if (values.help) out(usage)
else if (!process.env.ANTHROPIC_API_KEY) out('answer: skipped, since ANTHROPIC_API_KEY is not set')
else if (!existsSync(folder)) out('answer: skipped, since there are no saved pages next to the repository')
else process.exitCode = await evaluate()

/** Resolves with exit code 0 if every question has an answer, right or wrong. */
async function evaluate(): Promise<number> {
  const pages = JSON.parse(readFileSync(`${folder}truth.json`, 'utf8')).pages as Record<string, { url: string }>
  const server = createServer((request, response) => {
    const name = /^\/(\d{4})$/.exec(request.url ?? '')?.[1] ?? 'none'
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(gunzipSync(readFileSync(`${folder}pages/${name}.html.gz`)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const model = values.model ?? readConfig().GLEANER_MODEL
  const config = readConfig({ GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8', GLEANER_MODEL: model })
  const runtime = composeRuntime(config, { keepsSnapshots: true })
  const tokens = { input: 0, cached: 0, output: 0 }
  subscribe('gleaner:model', ({ inputTokens, cachedTokens, outputTokens }) => {
    tokens.input += inputTokens
    tokens.cached += cachedTokens
    tokens.output += outputTokens
  })

  let right = 0
  let failed = 0
  const startedAt = performance.now()
  for (const [at, question] of questions.entries()) {
    const raw = { url: `${origin}/${question.page}`, prompt: question.prompt, timeout_ms: 120_000 }
    const caller = { keyId: null, transport: 'cli' } as const
    const request = { caller, share: noShare, requestId: `eval-${at}`, signal: AbortSignal.timeout(130_000) }
    const answer = await runtime.invoke(runtime.operations.scrape, { raw }, request).then(
      ({ content }) => String(content),
      (error: Error) => {
        failed++
        return `(${error.message})`
      },
    )
    const isRight = judge(question, answer)
    if (isRight) right++
    if (!isRight || values.verbose) {
      out(
        `${isRight ? 'right' : 'WRONG'}  ${pages[question.page]?.url}\n       ${question.prompt}\n       → ${answer.slice(0, 300)}`,
      )
    }
  }
  await runtime.close()
  server.close()
  out(`model     ${model}`)
  out(`accuracy  ${right} of ${questions.length} right, ${failed} without an answer`)
  out(`tokens    ${tokens.input} read, ${tokens.cached} from the cache, ${tokens.output} written`)
  out(`cost      ${costOf(tokens)}`)
  out(`time      ${((performance.now() - startedAt) / questions.length / 1000).toFixed(1)} s a question`)
  return failed === 0 ? 0 : 1
}

function judge({ contains = [], json, absent }: Question, answer: string): boolean {
  if (absent) return saysMissing.test(answer) && !absent.test(answer)
  if (json === undefined) return contains.every((part) => part.test(answer))
  try {
    return isDeepStrictEqual(JSON.parse(answer), json)
  } catch {
    return false
  }
}

/** Returns the cost. Cached tokens cost a tenth. @see https://platform.claude.com/docs/en/build-with-claude/prompt-caching */
function costOf({ input, cached, output }: { input: number; cached: number; output: number }): string {
  const [inPrice, outPrice] = (values.price ?? '').split('/').map(Number)
  if (!inPrice || !outPrice) return 'unknown: give --price IN/OUT, for a million tokens each'
  return `about ${(((input + cached / 10) * inPrice + output * outPrice) / 1_000_000).toFixed(4)}`
}
