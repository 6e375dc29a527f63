/** A task that keeps a reader busy until its time limit: no known page takes as long. */

import { noShare, type Share } from '../../src/base/share.ts'
import { noStages } from '../../src/base/stages.ts'
import type { JsonAnswer } from '../../src/model/json/json-answer.ts'
import type { Sandbox } from '../../src/readers/sandbox.ts'

/** Parses an answer with a code fence that isn't closed: the search for its end takes cubic time. */
export function readWithoutEnd(
  sandbox: Sandbox,
  signal = new AbortController().signal,
  share: Share = noShare,
  { padding = '', stages = noStages } = {},
): Promise<JsonAnswer> {
  const answer = `\`\`\`${'\n'.repeat(20_000)}x`
  return sandbox.run('parseJsonAnswer', [answer + padding, null, false], { signal, share, stages })
}

/** The same in a child process, where large inputs are read. */
export function readWithoutEndInChild(sandbox: Sandbox, signal?: AbortSignal, share?: Share): Promise<JsonAnswer> {
  return readWithoutEnd(sandbox, signal, share, { padding: ' '.repeat(300_000) })
}
