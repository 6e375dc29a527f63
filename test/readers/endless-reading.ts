/** A task that keeps a reader busy until its time limit: no known page takes as long. */

import { noShare, type Share } from '../../src/base/share.ts'
import { noStages } from '../../src/base/stages.ts'
import type { JsonAnswer } from '../../src/model/json/json-answer.ts'
import type { Sandbox } from '../../src/readers/sandbox.ts'

const levels = 40

/** Validates an answer against a schema of two equal alternatives on each of 40 levels: 2^40 comparisons. */
export function readWithoutEnd(
  sandbox: Sandbox,
  signal = new AbortController().signal,
  share: Share = noShare,
  { padding = '', stages = noStages } = {},
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
  return sandbox.run('parseJsonAnswer', [JSON.stringify(answer) + padding, schema, false], { signal, share, stages })
}

/** The same in a child process, where large inputs are read. */
export function readWithoutEndInChild(sandbox: Sandbox, signal?: AbortSignal, share?: Share): Promise<JsonAnswer> {
  return readWithoutEnd(sandbox, signal, share, { padding: ' '.repeat(300_000) })
}
