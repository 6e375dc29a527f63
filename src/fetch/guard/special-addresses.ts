/** Names and ports that never lead to the public web, and special addresses that ipaddr.js doesn't know. */

/** Azure's host agent. */
export const hostAgents: ReadonlySet<string> = new Set(['168.63.129.16'])

/** The only IPv6 space that IANA has allocated for global unicast. Everything else is refused. @see RFC 3587 */
export const publicIpv6 = '2000::/3'

/** Names of this machine and of private networks. Each covers the name and everything below it. */
export const specialNames =
  /(?:^|\.)(?:ip6-localhost|ip6-loopback|localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/

/** Ports from 1024 on that belong to other protocols. @see https://fetch.spec.whatwg.org/#port-blocking */
export const badPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
