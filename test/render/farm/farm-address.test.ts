import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { failureCode, parseFarmAddress, socketUrl, versionUrl } from '../../../src/render/farm/farm-link.ts'

describe('the URL of a farm', () => {
  it('is reported as host and port only, and its user name and password become a header', () => {
    const address = parseFarmAddress('wss://ann:p%40ss@farm.example:3000/chromium?token=abcd')
    expect(address.name).toBe('farm.example:3000')
    expect(address.url.href).toBe('wss://farm.example:3000/chromium?token=abcd')
    expect(address.headers).toEqual({ authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}` })
    expect(parseFarmAddress('ws://farm.example/').headers).toEqual({})
  })

  it('is requested over http or https, with its token and without its launch options', () => {
    const ask = (text: string) => versionUrl(parseFarmAddress(text)).href
    expect(ask('ws://farm:3000/x?token=abcd&launch={}')).toBe('http://farm:3000/json/version?token=abcd')
    expect(ask('wss://farm/')).toBe('https://farm/json/version')
    expect(ask('https://farm:9222/')).toBe('https://farm:9222/json/version')
  })

  it('keeps its host and query if the farm returns a socket URL with an internal host', () => {
    const address = parseFarmAddress('https://farm.example/?token=abcd')
    const named = socketUrl(address, 'ws://172.17.0.2:4444/session/1?x=1')
    expect(named.href).toBe('wss://farm.example/session/1?token=abcd&x=1')
    const plain = socketUrl(parseFarmAddress('http://127.0.0.1:9222'), 'ws://0.0.0.0:9222/devtools/browser/1')
    expect(plain.href).toBe('ws://127.0.0.1:9222/devtools/browser/1')
  })
})

describe('the failure of a farm', () => {
  it('is described by its code, or by its name if it is a time limit', async () => {
    const [refused] = await once(connect(1, '127.0.0.1'), 'error')
    expect(failureCode(refused)).toBe('ECONNREFUSED')
    const limit = AbortSignal.timeout(1)
    await once(limit, 'abort')
    expect(failureCode(limit.reason)).toBe('TimeoutError')
  })
})
