/** Bugs on standard error, for commands that keep no log. */

import { describeBug, subscribe } from '../../base/events.ts'
import type { CommandContext } from './command.ts'

/** Prints what was thrown where the caller is only given `internal`, as one JSON line for each bug. */
export function reportBugs({ err, foreign }: Pick<CommandContext, 'err' | 'foreign'>): void {
  const report = (requestId: string, error: unknown) =>
    err(foreign.err(`${JSON.stringify({ level: 'error', requestId, ...describeBug(error) })}\n`))
  subscribe('gleaner:operation', ({ requestId, error }) => error !== undefined && report(requestId, error))
  subscribe('gleaner:fault', ({ requestId, error }) => report(requestId, error))
}
