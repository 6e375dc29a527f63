/** Attacks by numbers and bodies from outside: what a model's service reports, and answers without an end. */

import type { ServerResponse } from 'node:http'
import type { Random } from '../random.ts'
import { type ClassAttack, type DrawAttack, flood } from './class-attack.ts'

const page = () => ({
  near: { '/': { body: `<!doctype html><title>Towns</title><p>${'Words of the page. '.repeat(30)}` } },
})
/** JSON texts in the place of a number. */
const oddNumbers = [
  ...(['-3', '-1e308', '1e999', '-1e999', '"12"', '"x"', 'null', '[]', '{}', '0.5', '9007199254740993'] as const),
  ...['true', '1e21', '-0', '[9]', '{"n":1}', '4294967296', '""', '1e-7'],
] as unknown as [string, ...string[]]
const maxFloodBytes = 48 * 1024 * 1024
/** The default of the service's limit is far below a flood. */
const maxAddedMb = 400

const eventStream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const prompts = (random: Random) =>
  random.pick([
    { model: 'openai/x', prompt: 'Which town?' },
    { model: 'claude-haiku-5-5', prompt: 'Which town?' },
  ])

/** Each number of a model's usage is a natural number or null, in the result too. */
function findOddUsage(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value) || value < 0
  if (value === null || typeof value !== 'object') return typeof value === 'string' && value !== ''
  return Object.values(value).some(findOddUsage)
}

export const drawNumbers: DrawAttack = (random) => {
  const [first, second, third] = [1, 2, 3].map(() => random.pick(oddNumbers))
  const { model, prompt } = prompts(random)
  const anthropic = [
    `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"usage":{"input_tokens":${first},"output_tokens":${second}}}}`,
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}',
    '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ok"}}',
    '{"type":"content_block_stop","index":0}',
    `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":${third}}}`,
    '{"type":"message_stop"}',
  ]
  const openai = [
    '{"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}',
    `{"choices":[],"usage":{"prompt_tokens":${first},"completion_tokens":${second},"total_tokens":${third}}}`,
  ]
  const lines = model.startsWith('openai/')
    ? [...openai.map((one) => `data: ${one}\n\n`), 'data: [DONE]\n\n']
    : anthropic.map((one) => `event: ${JSON.parse(one.replaceAll(/1e999/g, '1')).type}\ndata: ${one}\n\n`)
  return {
    name: `${model} reports ${first}, ${second} and ${third} tokens`,
    sites: page,
    parameters: { model, prompt },
    model: (response) => void eventStream(response).end(lines.join('')),
    findFault: ({ body, outcome }) =>
      outcome !== 'page' && outcome !== 'model_failed'
        ? outcome
        : findOddUsage((body.usage as Record<string, unknown> | null) ?? null)
          ? `usage is ${JSON.stringify(body.usage)}`
          : null,
  }
}

type Flood = readonly [name: string, write: (response: ServerResponse) => void]

const modelFloods = (random: Random): readonly [Flood, ...Flood[]] => {
  const text = random.pick(['x', 'data: ', '{"a":', '[', 'ж', ': ping\n\n', '\n', 'event: ping\ndata: {}\n\n'])
  const piece = text.repeat(65_536 / text.length)
  const status = random.pick([400, 401, 404, 429, 500, 529])
  return [
    ['an event without an end', (response) => flood(eventStream(response), piece, maxFloodBytes)],
    [
      'deltas without an end',
      (response) =>
        flood(
          eventStream(response),
          `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: piece.slice(0, 9000) } }] })}\n\n`,
          maxFloodBytes,
        ),
    ],
    [
      `a body of status ${status}`,
      (response) => flood(response.writeHead(status, { 'content-type': 'application/json' }), piece, maxFloodBytes),
    ],
    [
      'JSON without an end',
      (response) => flood(response.writeHead(200, { 'content-type': 'application/json' }), piece, maxFloodBytes),
    ],
  ]
}

const siteFloods = (random: Random): readonly [Flood, ...Flood[]] => {
  const text = random.pick(['x', '<b>', '<p>a ', 'ж', '<!--', '&#', '\u0000'])
  const piece = text.repeat(65_536 / text.length)
  const headers = { 'content-type': random.pick(['text/html', 'text/plain', 'application/json', 'application/pdf']) }
  return [
    ['a page without an end', (response) => flood(response.writeHead(200, headers), piece, maxFloodBytes)],
    ['an error page without an end', (response) => flood(response.writeHead(503, headers), piece, maxFloodBytes)],
    [
      'a redirect with a body without an end',
      (response) => flood(response.writeHead(302, { ...headers, location: '/' }), piece, maxFloodBytes),
    ],
  ]
}

export const drawBody: DrawAttack = (random) => {
  const common = {
    findFault: ({ addedMb, outcome }: { addedMb: number; outcome: string }) =>
      addedMb > maxAddedMb ? `the service holds ${Math.round(addedMb)} MB more (${outcome})` : null,
  }
  if (random.chance(0.6)) {
    const [name, model] = random.pick(modelFloods(random) as [Flood, ...Flood[]])
    const parameters = prompts(random)
    return { ...common, name: `${parameters.model}: ${name}`, sites: page, parameters, model } satisfies ClassAttack
  }
  const [name, write] = random.pick(siteFloods(random) as [Flood, ...Flood[]])
  return { ...common, name, sites: () => ({ near: { '/': { write } } }) }
}
