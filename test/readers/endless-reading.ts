/** A task that keeps a reader busy far beyond its time limit, because no known page takes that long. */

import { noShare, type Share } from '../../src/base/share.ts'
import { noStages } from '../../src/base/stages.ts'
import type { Sandbox } from '../../src/readers/tasks.ts'
import { pageOf } from './page-of.ts'

/** Lists an image whose width takes quadratic time to read. */
export function readWithoutEnd(
  sandbox: Sandbox,
  signal = new AbortController().signal,
  share: Share = noShare,
  { spaces = 240_000, stages = noStages } = {},
): Promise<unknown> {
  const page = pageOf(`<img src="a.png" width="0${' '.repeat(spaces)}x">`)
  const request = { output: 'images', cssSelector: null, mainContent: false } as const
  return sandbox.run('format', [page, request], { signal, share, stages })
}

/** The same task in a child process, which reads large inputs. */
export function readWithoutEndInChild(sandbox: Sandbox, signal?: AbortSignal, share?: Share): Promise<unknown> {
  return readWithoutEnd(sandbox, signal, share, { spaces: 2_000_000 })
}
