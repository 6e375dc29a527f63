import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../../src/config/config.ts'
import { chosenFarm } from '../../../src/config/service-settings.ts'

const farmOf = (env: Record<string, string>) => chosenFarm(readConfig({}, env))

/** Returns the names of the invalid settings, and the full message. */
function faultOf(env: Record<string, string>): string {
  try {
    readConfig({}, env)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('the settings of farms', () => {
  it('select no farm by default', () => {
    expect(farmOf({})).toBeNull()
  })

  it('let farms on this machine reach the proxy on loopback', () => {
    expect(farmOf({ GLEANER_BROWSER_WS: 'ws://127.0.0.1:3000/, http://localhost:9222' })).toEqual({
      addresses: ['ws://127.0.0.1:3000/', 'http://localhost:9222'],
      egressUrl: null,
    })
  })

  it('must state how a remote farm reaches the proxy, or the service does not start', () => {
    const GLEANER_BROWSER_WS = 'ws://127.0.0.1:3000,ws://farm.example:3000?token=secret-token'
    const fault = faultOf({ GLEANER_BROWSER_WS })
    expect(fault).toMatch(/^GLEANER_EGRESS_URL: must be the URL/)
    expect(fault).not.toContain('secret')
    expect(farmOf({ GLEANER_BROWSER_WS, GLEANER_EGRESS_URL: 'http://gleaner:8788/' })).toMatchObject({
      egressUrl: 'http://gleaner:8788',
    })
  })

  it('are refused without quoting the value, because it may contain a token', () => {
    for (const text of ['secret', 'ftp://secret', 'ws://a/#secret', 'ws://a:%secret@b/', 'ws://a/,secret']) {
      const fault = faultOf({ GLEANER_BROWSER_WS: text })
      expect(fault, text).toMatch(/^GLEANER_BROWSER_WS: must be URLs/)
      expect(fault).not.toContain('secret')
    }
    for (const text of ['gleaner:8788', 'https://gleaner', 'http://gleaner/path', 'http://a:b@gleaner'])
      expect(faultOf({ GLEANER_EGRESS_URL: text }), text).toMatch(/^GLEANER_EGRESS_URL: must be an http/)
  })
})
