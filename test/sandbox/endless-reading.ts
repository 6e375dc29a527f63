/** A task that keeps a worker thread occupied until its time limit: none of the readers of pages is known to take as long. */

import type { JsonAnswer } from '../../src/answer/json/json-answer.ts'
import type { Sandbox } from '../../src/sandbox/pool.ts'
import { noShare, type Share } from '../../src/share.ts'

const levels = 40

/** Validates an answer against a schema of two equal alternatives on each of 40 levels: 2^40 comparisons. */
export function readWithoutEnd(
  sandbox: Sandbox,
  signal = new AbortController().signal,
  share: Share = noShare,
): Promise<JsonAnswer> {
  const $defs: Record<string, object> = { level0: { type: 'integer' } }
  let answer: object = { next: 'no integer' }
  for (let level = 1; level <= levels; level++) {
    const next = { type: 'object', required: ['next'], properties: { next: { $ref: `#/$defs/level${level - 1}` } } }
    $defs[`level${level}`] = { anyOf: [next, { ...next, title: 'the same' }] }
    answer = { next: answer }
  }
  const properties = { next: { $ref: `#/$defs/level${levels}` } }
  const schema = { type: 'object', required: ['next'], properties, $defs }
  return sandbox.run('parseJsonAnswer', [JSON.stringify(answer), schema, false], { signal, share })
}
