/** Formats a log line for people, in color if the terminal supports it, and without characters that move the cursor. */

import { printableText } from '../../../base/terminal/printable-text.ts'
import type { PaintText } from '../../../base/terminal/style.ts'

/** A parsed JSON line from the log. */
interface LogEntry {
  level: number
  /** ISO 8601. */
  time: string
  /** The event's name. */
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

/** Fields to show, by event name. Other events show all fields. */
const shown: Record<string, readonly string[]> = {
  operation: ['operation', 'outcome', 'durationMs', 'creditsCharged', 'host', 'transport', 'error', 'requestId'],
  http: ['method', 'path', 'status', 'durationMs'],
  fetch: ['host', 'status', 'bytes', 'durationMs', 'error'],
  render: ['host', 'status', 'durationMs', 'error'],
  model: ['model', 'inputTokens', 'cachedTokens', 'outputTokens', 'durationMs', 'error'],
  lifecycle: ['event', 'detail'],
  fault: ['error', 'requestId'],
}

/** Returns an empty string for a missing value. */
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
