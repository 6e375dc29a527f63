/** Names that never lead to the public web, and special addresses that ipaddr.js doesn't know. */

/** Azure's host agent. */
export const hostAgents: ReadonlySet<string> = new Set(['168.63.129.16'])

/** The only IPv6 space that IANA has allocated for global unicast. Everything else is refused. @see RFC 3587 */
export const publicIpv6 = '2000::/3'

/** Names of this machine and of private networks. Each covers the name and all of its subdomains. */
export const specialNames =
  /(?:^|\.)(?:ip6-localhost|ip6-loopback|localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/
