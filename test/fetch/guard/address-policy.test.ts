import { describe, expect, it } from 'vitest'
import { badPorts, createAddressPolicy, createOwnAddresses } from '../../../src/fetch/guard/address-policy.ts'

const strict = createAddressPolicy({ allowAddresses: [] })

describe('judgeAddress', () => {
  // From IANA's special-purpose registries (read November 2026), so that a gap in ipaddr.js shows.
  const edgesByHand: [string, string, string | null, string | null][] = [
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
    ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
    ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
    ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
    ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  ]
  it.each(edgesByHand)('refuses %s to %s and allows its neighbours %s and %s', (first, last, before, after) => {
    for (const ip of [first, last]) expect(strict.judgeAddress(ip), ip).toMatchObject({ allowed: false })
    for (const ip of [before, after]) if (ip) expect(strict.judgeAddress(ip), ip).toEqual({ allowed: true })
  })

  it.each(['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:829::200e'])(
    'allows the public address %s',
    (ip) => {
      expect(strict.judgeAddress(ip)).toEqual({ allowed: true })
    },
  )

  it.each(['::ffff:8.8.8.8', '::ffff:808:808'])('reads %s as the IPv4 address that it maps', (ip) => {
    expect(strict.judgeAddress(ip)).toEqual({ allowed: true })
  })

  it('names the reason', () => {
    expect(strict.judgeAddress('::ffff:127.0.0.1')).toEqual({ allowed: false, reason: 'loopback' })
    expect(strict.judgeAddress('169.254.169.254')).toEqual({ allowed: false, reason: 'link local' })
    expect(strict.judgeAddress('168.63.129.16')).toMatchObject({
      allowed: false,
      reason: "a cloud provider's host agent",
    })
    expect(strict.judgeAddress('4000::1')).toEqual({ allowed: false, reason: 'not allocated' })
  })

  it.each(['', 'localhost', '127.1', '0x7f.0.0.1', '0177.0.0.1', '8.8.8', '2606:4700::1111%eth0', '[::1]', ' 8.8.8.8'])(
    'refuses %j, which is not a plain address',
    (text) => {
      expect(strict.judgeAddress(text)).toMatchObject({ allowed: false })
    },
  )

  it('allows exempt addresses, mapped or not, and no others', () => {
    const policy = createAddressPolicy({ allowAddresses: ['10.1.0.0/16', 'fd00::/8', '::ffff:192.168.1.0/120'] })
    for (const ip of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', 'fd12::1', '192.168.1.77', '::ffff:192.168.1.1']) {
      expect(policy.judgeAddress(ip), ip).toEqual({ allowed: true })
    }
    for (const ip of ['10.0.255.255', '10.2.0.0', 'fc00::1', '192.168.2.1', '127.0.0.1', '::1']) {
      expect(policy.judgeAddress(ip), ip).toMatchObject({ allowed: false })
    }
  })
})

describe('checkUrl', () => {
  const refusal = (url: string, policy = strict) => {
    try {
      policy.checkUrl(new URL(url))
      return null
    } catch (error) {
      return error
    }
  }

  it.each([
    'http://example.com/',
    'https://example.com./',
    'http://example.com:1024/',
    'https://[2606:4700::1111]:8443/',
  ])('allows %s', (url) => {
    expect(refusal(url)).toBeNull()
  })

  it.each(['http://localhoster.com/', 'http://local.example.com/', 'http://internal.com/', 'http://notlocal/'])(
    'allows %s, which only resembles a special name',
    (url) => {
      expect(refusal(url)).toBeNull()
    },
  )

  it('names the parameter url', () => {
    expect(refusal('http://127.0.0.1/')).toMatchObject({
      type: 'address_refused',
      problems: [{ loc: ['query', 'url'], msg: expect.stringContaining('loopback') }],
    })
  })

  it('applies the port rules to exempt addresses too', () => {
    const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })
    expect(refusal('http://127.0.0.1:8080/', policy)).toBeNull()
    for (const port of [22, 25, 1023, ...badPorts]) {
      expect(refusal(`http://127.0.0.1:${port}/`, policy), String(port)).toMatchObject({ type: 'address_refused' })
    }
  })

  it('allows special names before they are dialled if there are exemptions', () => {
    const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })
    expect(refusal('http://localhost:8080/', policy)).toBeNull()
    expect(refusal('http://10.0.0.1:8080/', policy)).toMatchObject({ type: 'address_refused' })
  })
})

describe('checkResolved', () => {
  const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })

  it('allows a special name only if every address is exempt', () => {
    expect(() => policy.checkResolved('localhost', ['127.0.0.1'])).not.toThrow()
    expect(() => policy.checkResolved('localhost', ['127.0.0.1', '::1'])).toThrow(/not public/)
    expect(() => policy.checkResolved('db.internal', ['8.8.8.8'])).toThrow(/private network/)
    expect(() => policy.checkResolved('db.internal.', ['127.0.0.1', '8.8.8.8'])).toThrow(/private network/)
  })

  it('refuses a name if any of its addresses is special', () => {
    expect(() => strict.checkResolved('example.com', ['8.8.8.8', '1.1.1.1'])).not.toThrow()
    expect(() => strict.checkResolved('example.com', ['8.8.8.8', '10.0.0.1'])).toThrow(/10\.0\.0\.1 of example\.com/)
  })
})

describe('an address of this machine', () => {
  let interfaces: string[] = ['127.0.0.1', '9.9.9.9', '2A00:1450:4001:0:0:0:0:200E', 'fe80::1%eth0']
  const ownAddresses = () => interfaces
  const policy = createAddressPolicy({ allowAddresses: [], ownAddresses })

  it.each(['9.9.9.9', '::ffff:9.9.9.9', '2a00:1450:4001::200e'])('is refused even if it is public: %s', (ip) => {
    expect(policy.judgeAddress(ip)).toMatchObject({ allowed: false, reason: 'an address of this machine' })
    expect(() => policy.checkResolved('public.example', ['8.8.8.8', ip])).toThrowError(
      expect.objectContaining({ type: 'address_refused' }),
    )
    expect(strict.judgeAddress('9.9.9.9')).toEqual({ allowed: true })
  })

  it('is refused in every spelling of a URL', () => {
    for (const url of [
      'http://9.9.9.9/',
      'http://0x09.9.9.9/',
      'http://151587081/',
      'http://[2a00:1450:4001::200e]/',
    ]) {
      expect(() => policy.checkUrl(new URL(url)), url).toThrowError(
        expect.objectContaining({ type: 'address_refused' }),
      )
    }
  })

  it('is allowed if it is exempt, or once it was removed from the machine', () => {
    const exempt = createAddressPolicy({ allowAddresses: ['9.9.9.9/32'], ownAddresses })
    expect(exempt.judgeAddress('9.9.9.9')).toEqual({ allowed: true })
    expect(exempt.judgeAddress('2a00:1450:4001::200e')).toMatchObject({ allowed: false })
    interfaces = ['127.0.0.1', '8.8.4.4']
    expect(policy.judgeAddress('9.9.9.9')).toEqual({ allowed: true })
    expect(policy.judgeAddress('8.8.4.4')).toMatchObject({ allowed: false, reason: 'an address of this machine' })
  })

  it('is read from the interfaces again after two seconds', () => {
    let [reads, time] = [0, 0]
    const read = createOwnAddresses(
      () => [`192.0.2.${++reads}`],
      () => time,
    )
    expect([read(), read()]).toEqual([['192.0.2.1'], ['192.0.2.1']])
    time = 2000
    expect(read()).toEqual(['192.0.2.2'])
    expect(createOwnAddresses()()).toContain('127.0.0.1')
  })
})
