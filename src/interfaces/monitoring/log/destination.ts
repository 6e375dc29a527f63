/** Writes log lines to standard error, as JSON or in a readable form. */

import { type DestinationStream, pino } from 'pino'
import { createPaint } from '../../../base/terminal/style.ts'
import type { Config } from '../../../config/config.ts'
import { prettyLine } from './pretty-line.ts'

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
