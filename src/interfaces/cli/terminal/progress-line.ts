/** The last line of a terminal, which shows the current progress. It is updated in place and removed at the end. */

import { printableText } from '../../../base/terminal/printable-text.ts'

export interface ProgressLine {
  /** Sets the text to show. */
  report(message: string): void
  /** Erases the line so that other output can be written. It reappears on the next tick. */
  erase(): void
  /** Hides the progress line while the cursor is in the middle of a line of text. */
  hold(isHeld: boolean): void
  end(): void
}

interface ProgressLineOptions {
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>
  /** Shorter work shows no progress. */
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
    // A line that is wider than the terminal would wrap, and only its end would be erased.
    stream.write(`${eraseLine}${text.slice(0, Math.max(10, (stream.columns || 80) - 1))}`)
    isDrawn = true
  }
  function erase(): void {
    if (isDrawn) stream.write(eraseLine)
    isDrawn = false
  }
  const timer = setInterval(draw, everyMs)
  timer.unref()
  // Erases the line on an immediate exit too, as after a second Ctrl-C.
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
