/** Bugs on standard error, for commands that keep no log. */

import { describeBug, subscribe } from '../../observe.ts'
import type { CommandOutput } from './command.ts'

/** Prints what was thrown where the caller is only given `internal`, as one JSON line for each bug. */
export function reportBugs({ err }: Pick<CommandOutput, 'err'>): void {
  const report = (requestId: string, error: unknown) =>
    err(`${JSON.stringify({ level: 'error', requestId, ...describeBug(error) })}\n`)
  subscribe('gleaner:operation', ({ requestId, error }) => error !== undefined && report(requestId, error))
  subscribe('gleaner:fault', ({ requestId, error }) => report(requestId, error))
}
