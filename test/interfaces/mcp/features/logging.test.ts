import { describe, expect, it } from 'vitest'
import { createLogSetting, isLogged, logLevels } from '../../../../src/interfaces/mcp/features/mcp-request.ts'

describe('a log message', () => {
  it('is sent at the set level and above', () => {
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

describe('the log setting of a connection', () => {
  it('is off until its level is set', async () => {
    const setting = createLogSetting()
    expect(setting.level).toBeNull()
    await setting.change('info')
    expect(setting.level).toBe('info')
  })
})
