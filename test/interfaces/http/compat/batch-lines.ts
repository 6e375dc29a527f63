/** Sends batches to a test's service, and reads their lines. */

import type { TestService } from '../../../service.ts'

interface BatchLine {
  index: number
  url: string
  status: number
  result?: Record<string, unknown>
  error?: { detail: { type: string; loc: string[] }[]; credits_charged: number; retryable: boolean }
}

interface BatchEnd {
  done: true
  ok: number
  failed: number
  credits_charged: number
}

interface Batch {
  response: Response
  /** In the order in which they arrived. */
  lines: BatchLine[]
  end: BatchEnd
}

export const sendBatch = (service: Pick<TestService, 'post'>, body: object, init?: RequestInit): Promise<Response> =>
  service.post('/v1/scrape/batch', body, init)

/** Yields each line as it arrives. */
export async function* linesOf(response: Response): AsyncGenerator<BatchLine | BatchEnd> {
  let text = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + piece).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
  if (text !== '') throw new Error(`the last line is cut: ${text.slice(0, 100)}`)
}

export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Sends a batch and reads its whole response. */
export async function runBatch(service: Pick<TestService, 'post'>, body: object, init?: RequestInit): Promise<Batch> {
  const response = await sendBatch(service, body, init)
  const all = await allOf(linesOf(response))
  return { response, lines: all.slice(0, -1) as BatchLine[], end: all.at(-1) as BatchEnd }
}

/** Returns the types of a line's error. */
export const typesOfLine = ({ error }: BatchLine): string[] => error?.detail.map(({ type }) => type) ?? []
