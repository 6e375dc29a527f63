/** Log messages for MCP clients that ask for them (`logging/setLevel`, revisions up to 2025-11-25). */

/** Least severe first. @see RFC 5424 */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = (typeof logLevels)[number]

/** What a call logs: never a prompt or a page's content. */
export type Log = (level: LogLevel, data: Record<string, unknown>) => void

/** How much a client wants to hear; null until it asks. */
export interface LogSetting {
  level: LogLevel | null
}

export function isLogged(level: LogLevel, setting: LogSetting): boolean {
  return setting.level !== null && logLevels.indexOf(level) >= logLevels.indexOf(setting.level)
}

export interface LogSettings {
  /** The setting of a session; it lives as long as the session is among the latest used ones. */
  of(session: string): LogSetting
  forget(session: string): void
}

export function createLogSettings(maxSessions = 10_000): LogSettings {
  const settings = new Map<string, LogSetting>()
  return {
    of(session) {
      const known = settings.get(session)
      if (known) return known
      // Only what is set is kept: a session that never asks leaves nothing behind.
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
