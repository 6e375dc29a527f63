/** Standard output and standard error of a command: text, styles where they are shown, and a line of progress. */

import { once } from 'node:events'
import { printableLines } from '../../../base/terminal/printable-text.ts'
import { createPaint, type PaintText } from '../../../base/terminal/style.ts'
import { type ProgressLine, startProgressLine } from './progress-line.ts'

export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Resolves when what was written to standard output is on its way to its reader. Throws when it can't be, and `signal.reason`. */
  drained(signal: AbortSignal): Promise<void>
  /** Styles of standard output and of standard error. */
  paint: { out: PaintText; err: PaintText }
  /** Text of pages, and what quotes it, as each of them may have it: on a terminal with control characters as their codes. */
  foreign: { out(text: string): string; err(text: string): string }
  /** Columns of standard output; undefined where it is no terminal. */
  width: number | undefined
  /** Shows what is being done, once a command takes longer than a second: on standard error, and only where that is a terminal. */
  progress(message: string): void
  /** Shows progress from now on. Returns a function that ends it. */
  startProgress(first: string): () => void
}

interface Streams {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** A terminal that can't go back in a line. */
  isDumb: boolean
  /** For tests. */
  delayMs?: number
}

export function createTerminal({ stdout, stderr, isDumb, ...options }: Streams): Terminal {
  let line: ProgressLine | null = null

  function write(stream: NodeJS.WriteStream, text: string): void {
    // Behind an error, such as that of a reader who left, each further write would be one more.
    if (text === '' || stream.errored) return
    line?.erase()
    stream.write(text)
    if (stream.isTTY) line?.hold(!text.endsWith('\n'))
  }

  return {
    out: (text) => write(stdout, text),
    err: (text) => write(stderr, text),
    async drained(signal) {
      if (stdout.writableNeedDrain) await once(stdout, 'drain', { signal })
    },
    paint: { out: createPaint(stdout), err: createPaint(stderr) },
    foreign: { out: foreignTextFor(stdout), err: foreignTextFor(stderr) },
    width: stdout.isTTY ? stdout.columns : undefined,
    progress: (message) => line?.report(message),
    startProgress(first) {
      if (!stderr.isTTY || isDumb) return () => {}
      const started = startProgressLine(first, { stream: stderr, ...options })
      line = started
      return () => {
        started.end()
        line = null
      }
    },
  }
}

/** Elsewhere than on a terminal text stays as it is, to the byte. */
function foreignTextFor(stream: NodeJS.WriteStream): (text: string) => string {
  return stream.isTTY ? printableLines : (text) => text
}
