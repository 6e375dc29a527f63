/** The rows of `npm run bench -- speed`, in the order of its table. */

import { besideBigPages } from './beside-big-pages.ts'
import { growth } from './growth.ts'
import { inProcess } from './in-process.ts'
import { memory } from './memory.ts'
import { outputs } from './outputs.ts'
import { pages } from './pages.ts'
import type { Row } from './row.ts'
import { keys, small } from './small.ts'
import { cliStart, stdioStart } from './starts.ts'

export const rows: readonly Row[] = [
  pages,
  outputs,
  inProcess,
  small,
  keys,
  besideBigPages,
  cliStart,
  stdioStart,
  memory,
  growth,
]
