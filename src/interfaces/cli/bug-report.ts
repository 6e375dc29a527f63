/** Reports bugs on standard error, for commands without a log. */

import { describeBug, subscribe } from '../../base/events.ts'
import type { CommandContext } from './command.ts'

/** Prints, as a line of JSON, each error that the caller sees only as `internal`. */
export function reportBugs({ err, foreign }: Pick<CommandContext, 'err' | 'foreign'>): void {
  const report = (requestId: string, error: unknown) =>
    err(foreign.err(`${JSON.stringify({ level: 'error', requestId, ...describeBug(error) })}\n`))
  subscribe('gleaner:operation', ({ requestId, error }) => error !== undefined && report(requestId, error))
  subscribe('gleaner:fault', ({ requestId, error }) => report(requestId, error))
}
