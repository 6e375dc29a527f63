/** Log levels of MCP clients that ask for log messages (`logging/setLevel`, legacy revisions). */

/** Least severe first. @see RFC 5424 */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof logLevels)[number]

/** Receives a log message, which never contains a prompt or page content. */
export type McpLog = (level: LogLevel, data: Record<string, unknown>) => void

/** Least severe level that is sent to a client, or null until the client sets one. */
export interface LogSetting {
  readonly level: LogLevel | null
  change(level: LogLevel): Promise<void>
}

export function createLogSetting(): LogSetting {
  let level: LogLevel | null = null
  return {
    get level() {
      return level
    },
    async change(wanted) {
      level = wanted
    },
  }
}

/** True if a message at this level is sent to the client. */
export function isLogged(level: LogLevel, setting: Pick<LogSetting, 'level'>): boolean {
  return setting.level !== null && logLevels.indexOf(level) >= logLevels.indexOf(setting.level)
}
