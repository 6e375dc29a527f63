/** One line at the end of a terminal that shows what is being done, is written anew in its place, and removed at the end. */

import { printableText } from '../../../base/terminal/printable-text.ts'

export interface ProgressLine {
  /** What is being done from now on. */
  report(message: string): void
  /** Takes the line away, so that something else can be written. It comes back with the next tick. */
  erase(): void
  /** Keeps the line away while the cursor is in the middle of a line of text. */
  hold(isHeld: boolean): void
  end(): void
}

interface ProgressLineOptions {
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>
  /** What takes less shows nothing. */
  delayMs?: number
  everyMs?: number
}

const eraseLine = '\r\x1b[2K'
const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'

export function startProgressLine(
  first: string,
  { stream, delayMs = 1000, everyMs = 120 }: ProgressLineOptions,
): ProgressLine {
  const startedAt = performance.now()
  let message = first
  let isDrawn = false
  let isHeld = false
  let frame = 0

  function draw(): void {
    const passedMs = performance.now() - startedAt
    if (isHeld || passedMs < delayMs) return
    const text = `${frames[frame++ % frames.length]} ${printableText(message)} (${Math.floor(passedMs / 1000)} s)`
    // A line that is wider than the terminal would be broken, and only its end removed.
    stream.write(`${eraseLine}${text.slice(0, Math.max(10, (stream.columns || 80) - 1))}`)
    isDrawn = true
  }
  function erase(): void {
    if (isDrawn) stream.write(eraseLine)
    isDrawn = false
  }
  const timer = setInterval(draw, everyMs)
  timer.unref()
  // An exit at once, as by the second Ctrl-C, leaves nothing behind either.
  process.once('exit', erase)

  return {
    report(next) {
      message = next
    },
    erase,
    hold(held) {
      isHeld = held
    },
    end() {
      clearInterval(timer)
      process.off('exit', erase)
      erase()
    },
  }
}
