import { describe, expect, it } from 'vitest'
import { createLogSettings, isLogged, logLevels } from '../../../../src/protocol/mcp/features/logging.ts'

describe('a log message', () => {
  it('is sent from the level of the setting up', () => {
    expect(logLevels.filter((level) => isLogged(level, { level: 'error' }))).toEqual([
      'error',
      'critical',
      'alert',
      'emergency',
    ])
  })

  it('is not sent before a level is set', () => {
    expect(logLevels.filter((level) => isLogged(level, { level: null }))).toEqual([])
  })
})

describe('the log setting of a session', () => {
  it('is stored once its level is set, and until it is forgotten', () => {
    const settings = createLogSettings()
    expect(settings.of('a').level).toBeNull()
    settings.of('a').level = 'info'
    expect(settings.of('a').level).toBe('info')
    expect(settings.of('b').level).toBeNull()
    settings.forget('a')
    expect(settings.of('a').level).toBeNull()
  })

  it('replaces the oldest one when there are too many', () => {
    const settings = createLogSettings(2)
    for (const session of ['a', 'b', 'c']) settings.of(session).level = 'debug'
    expect(['a', 'b', 'c'].map((session) => settings.of(session).level)).toEqual([null, 'debug', 'debug'])
  })
})
