/** Where the lines of the log go: standard error, in a form for programs or for a person. */

import { type DestinationStream, pino } from 'pino'
import { createPaint } from '../../../base/terminal/style.ts'
import type { Config } from '../../../config/config.ts'
import { prettyLine } from './pretty-line.ts'

/** Without a choice, a terminal gets lines for a person, and everything else JSON. */
export function logDestination(
  format: Config['GLEANER_LOG_FORMAT'],
  stream: NodeJS.WriteStream = process.stderr,
): DestinationStream {
  const lines = pino.destination({ dest: 2, sync: true })
  const isPretty = format === 'pretty' || (format === 'auto' && stream.isTTY)
  return isPretty ? prettyLines(lines, stream) : lines
}

/** Takes JSON lines, and hands each on in its form for a person. */
export function prettyLines(lines: DestinationStream, stream: NodeJS.WritableStream): DestinationStream {
  const paint = createPaint(stream)
  return { write: (json) => lines.write(prettyLine(json, paint)) }
}
