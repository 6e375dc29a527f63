/** May this address be fetched? A pure table with default deny; both engines obey it. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { ServiceError } from '../../errors.ts'
import { badPorts, publicIpv6, type SpecialBlock, specialIpv4, specialIpv6, specialNames } from './special-addresses.ts'

export type AddressVerdict = { allowed: true } | { allowed: false; reason: string; rfc: number | null }

export interface AddressPolicy {
  /** Whether an address may be dialled, else why not. Whatever is not an IP address is refused. */
  judgeAddress(ip: string): AddressVerdict
  /** All that can be told of a URL before its name is resolved: scheme, user info, address, name, port. Throws address_refused. */
  checkUrl(url: URL): void
  /** The same for a bare host (without brackets) and port, in whatever spelling. Throws address_refused. */
  checkHost(host: string, port: number): void
  /**
   * What the name was resolved to. Throws address_refused when *any* answer is special: a mixed DNS answer must not slip
   * through. A special name such as `localhost` passes when every answer is exempt.
   */
  checkResolved(host: string, ips: readonly string[]): void
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [address: Address, bits: number]

interface Block {
  range: Range
  reason: string
  rfc: number | null
}

const ipv4Blocks = readBlocks(specialIpv4)
const ipv6Blocks = readBlocks(specialIpv6)
const publicRange = ipaddr.parseCIDR(publicIpv6)

/** `allowAddresses` are CIDRs exempt from the table (GLEANER_ALLOW_ADDRESSES); port rules hold for them too. */
export function createAddressPolicy({ allowAddresses }: { allowAddresses: readonly string[] }): AddressPolicy {
  const exempt = allowAddresses.map(readExemption)
  const isExempt = (address: Address) => exempt.some((range) => matches(address, range))

  function judgeAddress(ip: string): AddressVerdict {
    const address = readAddress(ip)
    if (!address) return { allowed: false, reason: 'not an IP address, or one with a zone', rfc: null }
    if (isExempt(address)) return { allowed: true }
    const blocks = address.kind() === 'ipv4' ? ipv4Blocks : ipv6Blocks
    const block = blocks.find(({ range }) => matches(address, range))
    if (block) return { allowed: false, reason: block.reason, rfc: block.rfc }
    if (address.kind() === 'ipv6' && !matches(address, publicRange)) {
      return { allowed: false, reason: 'not public unicast', rfc: 4291 }
    }
    return { allowed: true }
  }

  function checkHost(host: string, port: number): void {
    checkPort(port)
    const name = bareName(host)
    if (name === '' || name.includes('%')) throw refusal(`The host ${host} has a zone or no name`)
    const special = specialName(name)
    if (isIP(name) > 0) checkResolved(name, [name])
    // With exemptions the answers decide: they are known only at the dial.
    else if (special && exempt.length === 0) throw refusal(`The name ${name} means ${special.reason}`, special.rfc)
  }

  function checkResolved(host: string, ips: readonly string[]): void {
    const special = specialName(bareName(host))
    for (const ip of ips) {
      const judgement = judgeAddress(ip)
      const whose = isIP(bareName(host)) > 0 ? `The address ${ip}` : `The address ${ip} of ${host}`
      if (!judgement.allowed) throw refusal(`${whose} is not public: ${judgement.reason}`, judgement.rfc)
      const address = readAddress(ip)
      if (special && !(address && isExempt(address))) {
        throw refusal(`The name ${host} means ${special.reason}`, special.rfc)
      }
    }
  }

  return {
    judgeAddress,
    checkHost,
    checkResolved,
    checkUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:') {
        throw refusal(`The scheme ${url.protocol} is not fetched, only http and https`)
      }
      if (url.username || url.password) throw refusal('A URL with a user name or a password is not fetched')
      checkHost(url.hostname.replace(/^\[(.*)\]$/, '$1'), portOf(url))
    },
  }
}

/** Port that a URL leads to, spelled out or by its scheme. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Ports 80, 443 and from 1024 on, less those at which other protocols listen. Holds for exempt addresses too. */
function checkPort(port: number): void {
  const isOpen = port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !badPorts.has(port))
  if (!isOpen) throw refusal(`The port ${port} is not fetched, only 80, 443 and safe ones from 1024 on`)
}

function refusal(message: string, rfc: number | null = null): ServiceError {
  return new ServiceError('address_refused', rfc === null ? message : `${message} (RFC ${rfc})`, { param: 'url' })
}

/** Lower case, without the dots of a full name: `localhost.` is `localhost`. By hand: a regular expression is quadratic on dots. */
function bareName(host: string): string {
  let end = host.length
  while (host[end - 1] === '.') end--
  return host.slice(0, end).toLowerCase()
}

function specialName(name: string): { reason: string; rfc: number | null } | null {
  const entry = specialNames.find(([special]) => name === special || name.endsWith(`.${special}`))
  return entry ? { reason: entry[1], rfc: entry[2] } : null
}

/** Strict: no octal, hex or short forms, no zone; an IPv4-mapped address is the IPv4 address that it stands for. */
function readAddress(ip: string): Address | null {
  return isIP(ip) === 0 || ip.includes('%') ? null : ipaddr.process(ip)
}

function readExemption(cidr: string): Range {
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96
  return isMapped ? [(address as ipaddr.IPv6).toIPv4Address(), bits - 96] : [address, bits]
}

/** Narrow blocks first: they tell more. */
function readBlocks(blocks: readonly SpecialBlock[]): Block[] {
  return blocks
    .map(([cidr, reason, rfc]) => ({ range: ipaddr.parseCIDR(cidr) as Range, reason, rfc }))
    .sort((a, b) => b.range[1] - a.range[1])
}

function matches(address: Address, [range, bits]: Range): boolean {
  return address.kind() === range.kind() && address.match(range, bits)
}
