import { describe, expect, it } from 'vitest'
import { decideOnResponse } from '../../../src/render/tab/request-filter.ts'

const paused = (location: string | null, more: { status?: number; type?: string; method?: string } = {}) => ({
  resourceType: more.type ?? 'Document',
  request: { url: 'https://a.example/from', method: more.method ?? 'GET' },
  responseStatusCode: more.status ?? 302,
  responseHeaders: location === null ? [] : [{ name: 'location', value: location }],
})

describe('a response to a request with the caller’s own Referer', () => {
  it('continues unless it redirects to another origin', () => {
    const others = [
      paused(null),
      paused('https://b.example/', { status: 200 }),
      paused('/there'),
      paused('https://a.example/'),
    ]
    expect(others.map(decideOnResponse)).toEqual(others.map(() => 'continue'))
  })

  it('becomes a document that navigates without a referrer if it redirects a visit elsewhere', () => {
    const decision = decideOnResponse(paused('//b.example/x?a=1&b="2"'))
    expect(decision).toEqual({
      document: expect.stringContaining('content="0; url=https://b.example/x?a=1&amp;b=%222%22"'),
    })
    expect(decision).toEqual({ document: expect.stringContaining('<meta name="referrer" content="no-referrer">') })
  })

  it('fails if it redirects any other request elsewhere', () => {
    for (const more of [{ type: 'Script' }, { method: 'POST', status: 307 }]) {
      expect(decideOnResponse(paused('https://b.example/', more))).toBe('fail')
    }
    expect(decideOnResponse(paused('https://'))).toBe('fail')
  })
})
