/**
 * Decides which hosts, addresses and ports both engines may reach, based on the special-purpose registries in ipaddr.js and this machine's
 * own addresses.
 */

import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { ServiceError } from '../../base/errors.ts'
import { isHttp } from '../../base/url-schemes.ts'

type AddressVerdict = { allowed: true } | { allowed: false; reason: string }

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
type AddressRange = [address: IpAddress, bits: number]

/** The only IPv6 space that IANA has allocated for global unicast. Everything else is refused. @see RFC 3587 */
const publicIpv6 = '2000::/3'
const publicRange = ipaddr.parseCIDR(publicIpv6)

interface AddressPolicyOptions {
  /** CIDRs that are exempt (GLEANER_ALLOW_ADDRESSES). The port rules still apply to them. */
  allowAddresses: readonly string[]
  ownAddresses?: () => readonly string[]
}

export type AddressPolicy = ReturnType<typeof createAddressPolicy>

/**
 * Creates the policy that decides which addresses may be reached. `allowAddresses` are CIDRs that are exempt.
 * @example
 * const policy = createAddressPolicy({ allowAddresses: ['127.0.0.0/8'] })
 * policy.judgeAddress('127.0.0.1') // { allowed: true }
 * policy.checkUrl(new URL('http://10.0.0.1/')) // throws address_refused
 */
export function createAddressPolicy({ allowAddresses, ownAddresses = createOwnAddresses() }: AddressPolicyOptions) {
  const exempt = allowAddresses.map(parseExemption)
  const isExempt = (address: IpAddress) => exempt.some((range) => matches(address, range))
  const isOwn = createOwnTest(ownAddresses)

  /** Says whether an IP address may be dialled, and if not, why. Refuses anything that isn't an IP address. */
  function judgeAddress(ip: string): AddressVerdict {
    const address = parseAddress(ip)
    if (!address) return { allowed: false, reason: 'not an IP address, or an IP address with a zone' }
    if (isExempt(address)) return { allowed: true }
    const range = address.range()
    if (range !== 'unicast') return { allowed: false, reason: range.replace(/[A-Z]/g, ' $&').toLowerCase() }
    if (address.kind() === 'ipv6' && !matches(address, publicRange)) return { allowed: false, reason: 'not allocated' }
    if (hostAgents.has(address.toString())) return { allowed: false, reason: "a cloud provider's host agent" }
    // A request from this machine to itself could reach services that only a firewall protects.
    if (isOwn(address)) return { allowed: false, reason: 'an address of this machine' }
    return { allowed: true }
  }

  /** Like `checkUrl`, but takes a port and a host in any spelling, without brackets. Throws address_refused. */
  function checkHost(host: string, port: number): void {
    if (!isOpenPort(port)) throw refusal(`The port ${port} is not allowed: use 80, 443 or a safe port above 1023`)
    const name = bareName(host)
    if (name === '' || name.includes('%')) throw refusal(`The host ${host} is empty or contains an IPv6 zone`)
    const special = specialNames.test(name)
    if (isIP(name) > 0) checkResolved(name, [name])
    // If there are exemptions, the decision depends on the resolved addresses, which are known only when the host is dialled.
    else if (special && exempt.length === 0)
      throw refusal(`The name ${name} refers to this machine or a private network`)
  }

  /**
   * Checks the addresses that a name resolved to. Throws address_refused if any of them is special, so a mixed DNS response never passes. A
   * special name such as `localhost` passes if every address is exempt.
   */
  function checkResolved(host: string, ips: readonly string[]): void {
    const special = specialNames.test(bareName(host))
    for (const ip of ips) {
      const verdict = judgeAddress(ip)
      const whose = isIP(bareName(host)) > 0 ? `The address ${ip}` : `The address ${ip} of ${host}`
      if (!verdict.allowed) throw refusal(`${whose} is not public: ${verdict.reason}`)
      const address = parseAddress(ip)
      if (special && !(address && isExempt(address))) {
        throw refusal(`The name ${host} refers to this machine or a private network`)
      }
    }
  }

  return {
    judgeAddress,
    checkHost,
    checkResolved,
    /** Checks everything that is known before name resolution: scheme, user info, address, name and port. Throws address_refused. */
    checkUrl(url: URL): void {
      const { protocol } = url
      if (!isHttp(url)) throw refusal(`The scheme ${protocol} is not supported: use http or https`)
      if (url.username || url.password) throw refusal('URLs with a user name or password are not supported')
      checkHost(hostOf(url), portOf(url))
    },
  }
}

function createOwnTest(ownAddresses: () => readonly string[]): (address: IpAddress) => boolean {
  let own = { read: [] as readonly string[], names: new Set<string>() }
  return (address) => {
    const read = ownAddresses()
    // The array is the same object until the addresses are read again, so it is parsed only once.
    if (read !== own.read) own = { read, names: new Set(read.map((ip) => parseAddress(ip)?.toString() ?? '')) }
    return own.names.has(address.toString())
  }
}

/** The error for a target that may not be reached. */
export function refusal(message: string): ServiceError {
  return new ServiceError('address_refused', message, { param: 'url' })
}

/** The error for a redirect to such a target. The message mentions the redirect, since the caller did not request that host. */
export function redirectRefusal({ protocol, host }: URL, cause: ServiceError): ServiceError {
  const where = host === '' ? protocol : `${protocol}//${host}`
  const message = `A redirect to ${where} was refused: ${cause.message}`
  return new ServiceError('address_refused', message, { param: 'url', cause })
}

/** Returns null for octal, hexadecimal and short forms, and for addresses with a zone. Converts IPv4-mapped addresses to IPv4. */
function parseAddress(ip: string): IpAddress | null {
  return isIP(ip) === 0 || ip.includes('%') ? null : ipaddr.process(ip)
}

function parseExemption(cidr: string): AddressRange {
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96
  return isMapped ? [(address as ipaddr.IPv6).toIPv4Address(), bits - 96] : [address, bits]
}

function matches(address: IpAddress, [range, bits]: AddressRange): boolean {
  return address.kind() === range.kind() && address.match(range, bits)
}

/** Azure's host agent. */
const hostAgents: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Names of this machine and of private networks. Each covers the name and all of its subdomains. */
const specialNames =
  /(?:^|\.)(?:ip6-localhost|ip6-loopback|localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/

/** Ports from 1024 on that belong to other protocols. @see https://fetch.spec.whatwg.org/#port-blocking */
export const badPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** True if targets may be requested on this port. */
export function isOpenPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !badPorts.has(port))
}

/** Maximum time before an interface's new address is refused. */
const maxAgeMs = 2000

/** Returns a function that lists the addresses. The list may be up to two seconds old. */
export function createOwnAddresses(read = readInterfaces, now = () => performance.now()): () => readonly string[] {
  let addresses: readonly string[] = []
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - readAt >= maxAgeMs) {
      addresses = read()
      readAt = now()
    }
    return addresses
  }
}

function readInterfaces(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}

/** Throws address_refused for a URL whose host the lists exclude. */
export type SiteCheck = (url: URL) => void

export interface DomainLists {
  /** If this isn't empty, only these hosts and their subdomains may be reached. */
  allowed: readonly string[]
  /** These hosts and their subdomains must not be reached, even if `allowed` names them. */
  blocked: readonly string[]
}

/** Hosts are in lower-case ASCII, and IPv6 addresses have no brackets. Returns null if both lists are empty. */
export function createSiteCheck(lists: DomainLists): SiteCheck | null {
  const allowed = new Set(lists.allowed)
  const blocked = new Set(lists.blocked)
  if (allowed.size + blocked.size === 0) return null
  return (url) => {
    const host = bareName(hostOf(url))
    const names = namesOf(host)
    if (names.some((name) => blocked.has(name))) throw refusal(`This server is not allowed to reach ${host}`)
    if (allowed.size > 0 && !names.some((name) => allowed.has(name))) {
      throw refusal(`This server may reach only certain domains, and ${host} is not one of them`)
    }
  }
}

/** Returns the host and its parent domains: `www.example.com`, `example.com`, `com`. An address has no parent domains. */
function namesOf(host: string): string[] {
  if (/^[\d.]+$|:/.test(host)) return [host]
  const names = [host]
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) names.push(host.slice(dot + 1))
  return names
}

/** Returns the host without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Returns the port in the URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Returns a host in lower case, without trailing dots. A regular expression would take quadratic time for the dots. */
export function bareName(host: string): string {
  let end = host.length
  while (host[end - 1] === '.') end--
  return host.slice(0, end).toLowerCase()
}

/** Returns the value of an `Authorization` header with the URL's user name and password, or null if the URL has neither. */
export function basicAuthorization({ username, password }: URL): string | null {
  if (!username && !password) return null
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}
