import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { createSiteCheck, type DomainLists } from '../../../src/fetch/guard/address-policy.ts'

/** True if the lists in the settings allow the host. */
function reaches(host: string, { allowed = '', blocked = '' }: Record<string, string>): boolean {
  const config = readConfig({}, { GLEANER_ALLOWED_DOMAINS: allowed, GLEANER_BLOCKED_DOMAINS: blocked })
  const lists: DomainLists = { allowed: config.GLEANER_ALLOWED_DOMAINS, blocked: config.GLEANER_BLOCKED_DOMAINS }
  try {
    createSiteCheck(lists)?.(new URL(`http://${host}/`))
    return true
  } catch (error) {
    expect(error).toMatchObject({ type: 'address_refused', status: 422, problems: [{ loc: ['query', 'url'] }] })
    return false
  }
}

describe('the domain lists', () => {
  it('allow every host if both are empty', () => {
    expect(createSiteCheck({ allowed: [], blocked: [] })).toBeNull()
  })

  it.each([
    ['example.com', true],
    ['www.example.com', true],
    ['a.b.example.com', true],
    ['EXAMPLE.com.', true],
    ['example.com:8080', true],
    ['myexample.com', false],
    ['example.com.evil.test', false],
    ['example.org', false],
    ['com', false],
    ['127.0.0.1', false],
  ])('allow example.com: %s is reached: %s', (host, isReached) => {
    expect(reaches(host, { allowed: 'Example.com' })).toBe(isReached)
  })

  it.each([
    ['docs.example.com', false],
    ['v2.docs.example.com', false],
    ['example.com', true],
    ['xn--bcher-kva.example', false],
    ['1.2.3.4', false],
    ['1.2.3.40', true],
    ['9.1.2.3.4.example', true],
    ['[2001:db8::1]', false],
    ['[2001:db8::2]', true],
  ])('block docs.example.com, bücher.example and addresses: %s is reached: %s', (host, isReached) => {
    expect(reaches(host, { blocked: 'docs.example.com, bücher.example, 1.2.3.4, 2001:DB8::1' })).toBe(isReached)
  })

  it('block a host that is on both lists, and its subdomains', () => {
    const lists = { allowed: 'example.com', blocked: 'private.example.com' }
    expect(reaches('www.example.com', lists)).toBe(true)
    expect(reaches('private.example.com', lists)).toBe(false)
    expect(reaches('a.private.example.com', lists)).toBe(false)
  })
})

describe('an invalid domain', () => {
  it.each([
    'https://example.com',
    'example.com/path',
    'example.com:443',
    '*.example.com',
    '.example.com',
    'a b',
    'u@h',
    '..',
  ])('prevents startup and names its setting: %s', (text) => {
    expect(() => readConfig({}, { GLEANER_BLOCKED_DOMAINS: `example.org, ${text}` })).toThrow(
      /GLEANER_BLOCKED_DOMAINS.*must be domains or hosts such as example\.com/,
    )
  })
})
