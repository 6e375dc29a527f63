/** Standard output and standard error of a command: text, tables, styles if supported, and a progress line. */

import { once } from 'node:events'
import { printableLines, printableText } from '../../../base/terminal/printable-text.ts'
import { createPaint, type PaintText } from '../../../base/terminal/style.ts'

export interface Terminal {
  /** Bytes are an image. */
  out(text: string | Uint8Array): void
  err(text: string): void
  /** Resolves when standard output has been flushed. Throws on failure; on abort, `signal.reason`. */
  drained(signal: AbortSignal): Promise<void>
  paint: { out: PaintText; err: PaintText }
  /** Makes text from pages safe for each stream. On a terminal, control characters are shown as codes. */
  foreign: { out(text: string): string; err(text: string): string }
  /** Width of standard output in columns, or undefined if it isn't a terminal. */
  width: number | undefined
  /** If standard error is a terminal, shows progress on it after a command has run for more than a second. An empty message hides it. */
  progress(message: string): void
  /** Shows progress from now on. Returns a function that stops it. */
  startProgress(first: string): () => void
}

interface Streams {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** True for a terminal that can't rewrite a line. */
  isDumb: boolean
  /** Only set in tests. */
  delayMs?: number
}

export function createTerminal({ stdout, stderr, isDumb, ...options }: Streams): Terminal {
  let line: ReturnType<typeof startProgressLine> | null = null

  function write(stream: NodeJS.WriteStream, text: string | Uint8Array): void {
    // After an error, such as a closed pipe, all later writes would fail too.
    if (text === '' || stream.errored) return
    line?.erase()
    stream.write(text)
    if (stream.isTTY) line?.hold(typeof text === 'string' && !text.endsWith('\n'))
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

/** Leaves every byte of the text unchanged if the stream isn't a terminal. */
function foreignTextFor(stream: NodeJS.WriteStream): (text: string) => string {
  return stream.isTTY ? printableLines : (text) => text
}

interface ProgressLineOptions {
  stream: Pick<NodeJS.WriteStream, 'write' | 'columns'>
  /** Shorter work shows no progress. */
  delayMs?: number
}

const everyMs = 120
const eraseLine = '\r\x1b[2K'
const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'

function startProgressLine(first: string, { stream, delayMs = 1000 }: ProgressLineOptions) {
  const startedAt = performance.now()
  let message = first
  let isDrawn = false
  let isHeld = false
  let frame = 0

  function draw(): void {
    const passedMs = performance.now() - startedAt
    if (isHeld || message === '' || passedMs < delayMs) return
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
    report(next: string) {
      message = next
    },
    /** Erases the line so that other output can be written. It reappears on the next tick. */
    erase,
    /** Hides the line while the cursor is in the middle of a line of text. */
    hold(held: boolean) {
      isHeld = held
    },
    end() {
      clearInterval(timer)
      process.off('exit', erase)
      erase()
    },
  }
}

export function printedContent(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return text.endsWith('\n') || text === '' ? text : `${text}\n`
}

/** Returns the headings followed by the rows. Every column is as wide as its widest cell. Control characters are shown as `?`. */
export function textTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(toCell))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function toCell(value: unknown): string {
  // Cells may contain free text, such as a key's name, which must not move the cursor.
  return String(value ?? '-').replace(/\p{C}/gu, '?')
}
