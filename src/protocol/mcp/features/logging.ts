/** Log levels of MCP clients that ask for log messages (`logging/setLevel`, legacy revisions). */

/** Least severe first. @see RFC 5424 */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof logLevels)[number]

/** Receives a log message. It never holds a prompt or the content of a page. */
export type McpLog = (level: LogLevel, data: Record<string, unknown>) => void

/** Least severe level that a client gets; null until it sets one. */
export interface LogSetting {
  level: LogLevel | null
}

/** Whether a message of this level is sent to the client. */
export function isLogged(level: LogLevel, setting: LogSetting): boolean {
  return setting.level !== null && logLevels.indexOf(level) >= logLevels.indexOf(setting.level)
}

export interface LogSettings {
  /** The setting of a session. The `maxSessions` settings that were set last are stored. */
  of(session: string): LogSetting
  forget(session: string): void
}

export function createLogSettings(maxSessions = 10_000): LogSettings {
  const settings = new Map<string, LogSetting>()
  return {
    of(session) {
      const known = settings.get(session)
      if (known) return known
      // A setting is stored once its level is set: most sessions never set one.
      let level: LogLevel | null = null
      return {
        get level() {
          return level
        },
        set level(wanted) {
          level = wanted
          settings.set(session, this)
          const [oldest] = settings.keys()
          if (settings.size > maxSessions && oldest !== undefined) settings.delete(oldest)
        },
      }
    },
    forget: (session) => void settings.delete(session),
  }
}
