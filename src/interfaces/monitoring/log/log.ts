/** The log: one line for each event on standard error, as JSON or in a readable form. */

import { type DestinationStream, pino } from 'pino'
import { hideKeys } from '../../../base/errors.ts'
import { describeBug, subscribe } from '../../../base/events.ts'
import { printableText } from '../../../base/terminal/printable-text.ts'
import { createPaint, type PaintText } from '../../../base/terminal/style.ts'
import type { Config } from '../../../config/config.ts'

/** Writes JSON lines, which never contain keys, prompts, query strings or page content. Returns a function that stops the log. */
export function startLog(level: Config['GLEANER_LOG_LEVEL'], destination: DestinationStream): () => void {
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: hideKeys } },
    destination,
  )
  const ends = [
    subscribe('gleaner:operation', ({ error, ...event }) => {
      if (error !== undefined) log.error({ ...event, ...describeBug(error) }, 'operation')
      else log.info(event, 'operation')
    }),
    ...(['http', 'fetch', 'render', 'limit', 'storage'] as const).map((name) =>
      subscribe(`gleaner:${name}`, (event: object) => log.debug(event, name)),
    ),
    subscribe('gleaner:model', (event) =>
      event.error === null ? log.debug(event, 'model') : log.warn(event, 'model'),
    ),
    subscribe('gleaner:sweep', (event) => log.warn(event, 'sweep')),
    subscribe('gleaner:browser', (event) =>
      event.reason === undefined ? log.info(event, 'browser') : log.warn(event, 'browser'),
    ),
    subscribe('gleaner:fault', ({ error, ...event }) => log.error({ ...event, ...describeBug(error) }, 'fault')),
    subscribe('gleaner:lifecycle', (event) => log.info(event, 'lifecycle')),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** By default, a terminal gets readable lines, and everything else gets JSON. */
export function logDestination(
  format: Config['GLEANER_LOG_FORMAT'],
  stream: NodeJS.WriteStream = process.stderr,
): DestinationStream {
  const lines = pino.destination({ dest: 2, sync: true })
  const isPretty = format === 'pretty' || (format === 'auto' && stream.isTTY)
  return isPretty ? prettyLines(lines, stream) : lines
}

/** Converts JSON lines into readable ones and passes them on. */
export function prettyLines(lines: DestinationStream, stream: NodeJS.WritableStream): DestinationStream {
  const paint = createPaint(stream)
  return { write: (json) => lines.write(prettyLine(json, paint)) }
}

interface LogEntry {
  level: number
  /** ISO 8601. */
  time: string
  msg: string
  [field: string]: unknown
}

/** Returns the entry as a line with a line break at the end, followed by a bug's stack trace. */
export function prettyLine(json: string, paint: PaintText): string {
  const { level, time, msg, stack, ...fields } = JSON.parse(json, (_, value) =>
    typeof value === 'string' ? printableText(value) : value,
  ) as LogEntry
  const words =
    shown[msg]?.map((name) => textOf(name, fields[name])) ??
    Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const head = [paint('dim', clock), levelText(level, paint), paint('cyan', msg.padEnd(maxNameChars))]
  const line = [...head, ...words.filter((word) => word !== '')].join(' ')
  const frames = typeof stack === 'string' ? stack.split('\\u000a').map((frame) => `    ${frame.trim()}`) : []
  return `${[line, ...frames].join('\n')}\n`
}

const maxNameChars = 'operation'.length

const shown: Record<string, readonly string[]> = {
  operation: ['operation', 'outcome', 'durationMs', 'creditsCharged', 'host', 'transport', 'error', 'requestId'],
  http: ['method', 'path', 'status', 'durationMs'],
  fetch: ['host', 'status', 'bytes', 'durationMs', 'error'],
  render: ['host', 'status', 'durationMs', 'error'],
  model: ['model', 'inputTokens', 'cachedTokens', 'outputTokens', 'durationMs', 'error'],
  lifecycle: ['event', 'detail'],
  fault: ['error', 'requestId'],
}

function textOf(name: string, value: unknown): string {
  if (typeof value !== 'number' || name === 'status') return String(value ?? '')
  if (name !== 'durationMs') return `${name}=${value}`
  return value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

function levelText(level: number, paint: PaintText): string {
  if (level >= 50) return paint('red', 'error')
  if (level >= 40) return paint('yellow', 'warn ')
  return level >= 30 ? paint('green', 'info ') : paint('dim', 'debug')
}
