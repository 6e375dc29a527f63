/** The context of an MCP request, in every revision and on every transport, and the level of its log messages. */

import type { RequestContext } from '../../../operations/request.ts'
import type { ProgressUpdate } from './progress.ts'
import type { ResultForm } from './result-form.ts'

export interface McpRequest
  extends Pick<RequestContext, 'caller' | 'share' | 'requestId' | 'signal' | 'languageModel'> {
  resultForm: ResultForm
  /** Set if the client asked for progress. */
  onProgress?: ((update: ProgressUpdate) => void) | undefined
  /** Set if the client can ask for log messages (`logging/setLevel`, legacy revisions). */
  onLog?: McpLog | undefined
}

/** Least severe first. @see RFC 5424 */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof logLevels)[number]

/** Receives a log message, which never contains a prompt or page content. */
type McpLog = (level: LogLevel, data: Record<string, unknown>) => void

/** Least severe level that is sent to a client, or null until the client sets one. */
export type LogSetting = ReturnType<typeof createLogSetting>

/** `keep` stores a changed level for later requests of the session. */
export function createLogSetting(level: LogLevel | null = null, keep = async (_level: LogLevel) => {}) {
  return {
    level,
    async change(wanted: LogLevel): Promise<void> {
      this.level = wanted
      await keep(wanted)
    },
  }
}

/** True if a message at this level is sent to the client. */
export function isLogged(level: LogLevel, { level: least }: Pick<LogSetting, 'level'>): boolean {
  return least !== null && logLevels.indexOf(level) >= logLevels.indexOf(least)
}
