import { describe, expect, it } from 'vitest'
import { createCookieJar } from '../../../src/fetch/http/request-headers.ts'

const origin = 'https://a.example'

function headerAfter(...setCookies: string[]): string | null {
  const jar = createCookieJar()
  jar.store(origin, setCookies)
  return jar.header(origin)
}

describe('a cookie jar', () => {
  it('sends back what an origin has set, without attributes', () => {
    expect(headerAfter('a=1; Path=/; HttpOnly', 'b = 2 ; Secure', 'c=x=y')).toBe('a=1; b=2; c=x=y')
  })

  it('sends nothing to other origins, or if nothing was set', () => {
    const jar = createCookieJar()
    expect(jar.header(origin)).toBeNull()
    jar.store(origin, ['a=1'])
    for (const other of ['https://b.example', 'http://a.example', 'https://a.example:8443']) {
      expect(jar.header(other), other).toBeNull()
    }
  })

  it('keeps the last value of a name', () => {
    expect(headerAfter('a=1', 'b=2', 'a=3')).toBe('a=3; b=2')
  })

  it.each(['a=; Max-Age=0', 'a=x; max-age=-1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is emptied by %j',
    (line) => {
      expect(headerAfter('a=1', line)).toBeNull()
    },
  )

  it.each(['a=2; Max-Age=60', 'a=2; Expires=Fri, 31 Dec 9999 23:59:59 GMT', 'a=2; Expires=some day'])(
    'keeps %j',
    (line) => {
      expect(headerAfter('a=1', line)).toBe('a=2')
    },
  )

  it.each(['', '=1', 'a', 'a b=1', 'a=\x01', 'ä=1', 'a=ä', `a=${'x'.repeat(4096)}`])('ignores %j', (line) => {
    expect(headerAfter(line)).toBeNull()
  })

  it('keeps 50 cookies per origin', () => {
    const lines = Array.from({ length: 60 }, (_, i) => `c${i}=1`)
    expect(headerAfter(...lines)?.split('; ')).toHaveLength(50)
  })
})
