/** Formats a log line for a person: short, colored if the terminal supports it, and without characters that move the cursor. */

import { printableText } from '../../../base/terminal/printable-text.ts'
import type { PaintText } from '../../../base/terminal/style.ts'

/** A parsed JSON line of the log. */
interface LogEntry {
  level: number
  /** ISO 8601. */
  time: string
  /** The event's name. */
  msg: string
  [field: string]: unknown
}

/** Returns the entry as a line with a line break at the end, followed by the stack of a bug. */
export function prettyLine(json: string, paint: PaintText): string {
  const { level, time, msg, stack, ...fields } = JSON.parse(json, (_, value) =>
    typeof value === 'string' ? printableText(value) : value,
  ) as LogEntry
  const said = shown[msg]?.(fields, paint) ?? otherFields(fields)
  const head = [paint('dim', clockTime(time)), levelText(level, paint), paint('cyan', msg.padEnd(maxNameChars))]
  const line = [...head, ...said.filter((word) => word !== '')].join(' ')
  const frames =
    typeof stack === 'string' ? stack.split('\\u000a').map((frame) => paint('dim', `    ${frame.trim()}`)) : []
  return `${[line, ...frames].join('\n')}\n`
}

type Fields = Record<string, unknown>

const maxNameChars = 'operation'.length

/** Fields to show, by event name. Other events show all fields. */
const shown: Record<string, (fields: Fields, paint: PaintText) => string[]> = {
  operation: ({ operation, outcome, durationMs, creditsCharged, host, transport, requestId, error }, paint) => [
    paint('bold', text(operation)),
    outcome === 'ok' ? paint('green', 'ok') : paint('red', text(outcome)),
    duration(durationMs),
    plural(creditsCharged, 'credit'),
    text(host),
    paint('dim', text(transport)),
    text(error),
    outcome === 'ok' ? '' : paint('dim', text(requestId)),
  ],
  http: ({ method, path, status, durationMs }, paint) => [
    text(method),
    text(path),
    statusText(status, paint),
    duration(durationMs),
  ],
  fetch: ({ host, status, bytes, durationMs, error }, paint) => [
    text(host),
    statusText(status, paint),
    plural(bytes, 'byte'),
    duration(durationMs),
    paint('red', text(error)),
  ],
  render: ({ host, status, complete, durationMs, error }, paint) => [
    text(host),
    statusText(status, paint),
    complete === true || error !== null ? '' : paint('yellow', 'incomplete'),
    duration(durationMs),
    paint('red', text(error)),
  ],
  model: ({ model, inputTokens, cachedTokens, outputTokens, durationMs, error }, paint) => [
    text(model),
    `${text(inputTokens)} tokens in (${text(cachedTokens)} cached), ${text(outputTokens)} out`,
    duration(durationMs),
    paint('red', text(error)),
  ],
  browser: ({ event, pid, containment }) => [text(event), `pid ${text(pid)}`, text(containment)],
  lifecycle: ({ event, detail }) => [text(event), text(detail)],
  fault: ({ error, requestId }, paint) => [paint('red', text(error)), paint('dim', text(requestId))],
}

function otherFields(fields: Fields): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}=${text(value)}`)
}

const levels: readonly { from: number; name: string; style: 'dim' | 'red' | 'yellow' | 'green' }[] = [
  { from: 50, name: 'error', style: 'red' },
  { from: 40, name: 'warn ', style: 'yellow' },
  { from: 30, name: 'info ', style: 'green' },
  { from: 0, name: 'debug', style: 'dim' },
]

function levelText(level: number, paint: PaintText): string {
  const { name, style } = levels.find(({ from }) => level >= from) ?? { name: '?', style: 'dim' as const }
  return paint(style, name)
}

/** Returns the local time of day. */
function clockTime(time: string): string {
  return new Date(time).toTimeString().slice(0, 8)
}

function statusText(status: unknown, paint: PaintText): string {
  if (typeof status !== 'number') return ''
  return paint(status < 400 ? 'green' : status < 500 ? 'yellow' : 'red', String(status))
}

function duration(ms: unknown): string {
  if (typeof ms !== 'number') return ''
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function plural(count: unknown, unit: string): string {
  return typeof count === 'number' ? `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}` : ''
}

/** Returns an empty string for a missing value. */
function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}
