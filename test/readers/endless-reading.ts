/** A task that keeps a reader busy until its time limit, because no known page takes that long. */

import { noShare, type Share } from '../../src/base/share.ts'
import { noStages } from '../../src/base/stages.ts'
import type { JsonAnswer } from '../../src/model/json/json-answer.ts'
import type { Sandbox } from '../../src/readers/sandbox.ts'

/** Parses an answer with an unclosed code fence, where the search for the end takes cubic time. */
export function readWithoutEnd(
  sandbox: Sandbox,
  signal = new AbortController().signal,
  share: Share = noShare,
  { padding = '', stages = noStages } = {},
): Promise<JsonAnswer> {
  const answer = `\`\`\`${'\n'.repeat(20_000)}x`
  return sandbox.run('parseJsonAnswer', [answer + padding, null, false], { signal, share, stages })
}

/** The same endless task in a child process, which reads large inputs. */
export function readWithoutEndInChild(sandbox: Sandbox, signal?: AbortSignal, share?: Share): Promise<JsonAnswer> {
  return readWithoutEnd(sandbox, signal, share, { padding: ' '.repeat(300_000) })
}
