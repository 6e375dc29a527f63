/** Runs the service as a user does, with a site that serves shapes to it, and checks its answers. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { openOrigin } from '../../../test/origin.ts'
import { type Gleaner, type GleanerOptions, startGleaner } from '../../rig/gleaner.ts'
import { type SentShape, type Shape, sendShape } from './shape.ts'

export interface ShapeService extends AsyncDisposable {
  gleaner: Gleaner
  /** Builds and scrapes the shape, and resolves with the answer. */
  ask(shape: Shape, options?: AskOptions): Promise<ShapeAnswer>
  /** Scrapes a small page, and resolves with the answer. */
  askSmall(options?: AskOptions): Promise<ShapeAnswer>
  /** Serves the shape until `remove`, for requests made elsewhere. */
  serve(shape: Shape): { url: string; remove(): void }
}

interface AskOptions {
  /** Index of the key, 0 by default. */
  key?: number
  parameters?: Record<string, string>
}

export interface ShapeAnswer {
  /** HTTP status, or 0 if the connection broke. */
  status: number
  /** `page`, the error type, or `no answer`. */
  outcome: string
  creditsCharged: number
  ms: number
}

/** Errors that the API documents for a page or document that cannot be read. */
const refusals = new Set(['invalid_response', 'response_too_large', 'target_timeout', 'overloaded'])

/** Returns the problem with an answer, or null if the answer and its charge are as documented. */
export function faultOf({ status, outcome, creditsCharged }: ShapeAnswer): string | null {
  if (status !== 200 && !refusals.has(outcome)) return `${status} ${outcome}`
  const price = status === 200 ? 1 : 0
  return creditsCharged === price ? null : `${outcome} charged ${creditsCharged} instead of ${price}`
}

const small: SentShape = {
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!doctype html><title>Small</title><main><h1>Small</h1><p>A small page.</p></main>'),
}
/** Longer than the service's own time limit for a request. */
const answerLimitMs = 150_000

/** Starts the service with two keys. `options` are those of `startGleaner`. */
export async function openShapeService(options: GleanerOptions = {}): Promise<ShapeService> {
  const sent = new Map<string, SentShape>([['small', small]])
  let count = 0
  const origin = await openOrigin({
    '/shape'({ url = '' }: IncomingMessage, response: ServerResponse) {
      const found = sent.get(url.split('?')[1] ?? '')
      if (found) response.writeHead(200, found.headers).end(found.body)
      else response.writeHead(404).end()
    },
  })
  const gleaner = await startGleaner({ asksForKeys: true, keyCount: 2, ...options })

  async function scrape(name: string, { key = 0, parameters = {} }: AskOptions): Promise<ShapeAnswer> {
    const startedAt = performance.now()
    const answer = { status: 0, outcome: 'no answer', creditsCharged: 0 }
    try {
      const response = await fetch(gleaner.scrapeUrl(`${origin.url}/shape?${name}`, parameters), {
        headers: { authorization: `Bearer ${gleaner.keys[key]}` },
        signal: AbortSignal.timeout(answerLimitMs),
      })
      const body = (await response.json()) as { detail?: { type: string }[]; credits_charged: number }
      answer.status = response.status
      answer.outcome = body.detail?.[0]?.type ?? 'page'
      answer.creditsCharged = body.credits_charged
    } catch {
      // The connection broke, which counts as the answer.
    }
    return { ...answer, ms: performance.now() - startedAt }
  }

  function serve(shape: Shape) {
    const name = String(++count)
    sent.set(name, sendShape(shape))
    return { name, url: `${origin.url}/shape?${name}`, remove: () => void sent.delete(name) }
  }

  return {
    gleaner,
    serve,
    async ask(shape, askOptions = {}) {
      const { name, remove } = serve(shape)
      return scrape(name, askOptions).finally(remove)
    },
    askSmall: (askOptions = {}) => scrape('small', askOptions),
    async [Symbol.asyncDispose]() {
      await gleaner.stop()
      await origin.close()
    },
  }
}
