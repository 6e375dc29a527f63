/** Addresses, names and ports that never lead to the public web, each with the document that defines it. */

/** A refused block of addresses: its CIDR, its purpose, the RFC that reserves it. */
export type SpecialAddressBlock = readonly [cidr: string, reason: string, rfc: number | null]

/**
 * IPv4: all of IANA's special-purpose registry, "globally reachable" or not, multicast, and one cloud's host agent.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry (read November 2026)
 */
export const specialIpv4: readonly SpecialAddressBlock[] = [
  ['0.0.0.0/8', '"this network"', 791],
  ['0.0.0.0/32', '"this host"', 1122],
  ['10.0.0.0/8', 'private', 1918],
  ['100.64.0.0/10', 'shared by carriers (CGNAT)', 6598],
  ['127.0.0.0/8', 'loopback', 1122],
  ['168.63.129.16/32', "Azure's host agent", null],
  ['169.254.0.0/16', 'link-local, used for cloud metadata', 3927],
  ['172.16.0.0/12', 'private', 1918],
  ['192.0.0.0/24', 'IETF protocol assignments', 6890],
  ['192.0.0.0/29', 'IPv4 service continuity (DS-Lite)', 7335],
  ['192.0.0.8/32', 'IPv4 dummy address', 7600],
  ['192.0.0.9/32', 'Port Control Protocol anycast', 7723],
  ['192.0.0.10/32', 'TURN anycast', 8155],
  ['192.0.0.170/31', 'NAT64/DNS64 discovery', 8880],
  ['192.0.2.0/24', 'documentation (TEST-NET-1)', 5737],
  ['192.31.196.0/24', 'AS112', 7535],
  ['192.52.193.0/24', 'Automatic Multicast Tunneling', 7450],
  ['192.88.99.0/24', '6to4 relay anycast', 7526],
  ['192.168.0.0/16', 'private', 1918],
  ['192.175.48.0/24', 'AS112', 7534],
  ['198.18.0.0/15', 'benchmarking', 2544],
  ['198.51.100.0/24', 'documentation (TEST-NET-2)', 5737],
  ['203.0.113.0/24', 'documentation (TEST-NET-3)', 5737],
  ['224.0.0.0/4', 'multicast', 5771],
  ['240.0.0.0/4', 'reserved', 1112],
  ['255.255.255.255/32', 'broadcast', 919],
]

/**
 * The only IPv6 space that IANA has allocated for global unicast. Everything else is refused, whether listed below or not. @see RFC 3587
 */
export const publicIpv6 = '2000::/3'

/**
 * IPv6: the refused blocks inside 2000::/3, and the best known ones outside, whose reason is more precise.
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry (read November 2026)
 */
export const specialIpv6: readonly SpecialAddressBlock[] = [
  ['::/128', 'unspecified', 4291],
  ['::1/128', 'loopback', 4291],
  ['::/96', 'IPv4-compatible', 4291],
  ['::ffff:0:0:0/96', 'IPv4-translated', 2765],
  ['64:ff9b::/96', 'NAT64', 6052],
  ['64:ff9b:1::/48', 'NAT64, local use', 8215],
  ['100::/64', 'discard-only', 6666],
  ['100:0:0:1::/64', 'dummy prefix', 9780],
  ['2001::/23', 'IETF protocol assignments', 2928],
  ['2001::/32', 'Teredo', 4380],
  ['2001:1::1/128', 'Port Control Protocol anycast', 7723],
  ['2001:1::2/128', 'TURN anycast', 8155],
  ['2001:1::3/128', 'DNS-SD service registration anycast', 9665],
  ['2001:2::/48', 'benchmarking', 5180],
  ['2001:3::/32', 'Automatic Multicast Tunneling', 7450],
  ['2001:4:112::/48', 'AS112', 7535],
  ['2001:10::/28', 'ORCHID', 4843],
  ['2001:20::/28', 'ORCHIDv2', 7343],
  ['2001:30::/28', 'drone remote ID', 9374],
  ['2001:db8::/32', 'documentation', 3849],
  ['2002::/16', '6to4', 3056],
  ['2620:4f:8000::/48', 'AS112', 7534],
  ['3fff::/20', 'documentation', 9637],
  ['5f00::/16', 'segment routing', 9602],
  ['fc00::/7', 'unique local', 4193],
  ['fe80::/10', 'link-local', 4291],
  ['fec0::/10', 'site-local', 3879],
  ['ff00::/8', 'multicast', 4291],
]

/** Names of this machine and of local networks: each covers the name and everything below it. */
export const specialNames: readonly (readonly [name: string, reason: string, rfc: number | null])[] = [
  ['localhost', 'this machine', 6761],
  ['localdomain', 'this machine', null],
  ['local', 'the local network', 6762],
  ['internal', 'a private network', null],
  ['intranet', 'a private network', 6762],
  ['lan', 'a private network', 6762],
  ['home', 'a private network', 6762],
  ['corp', 'a private network', 6762],
  ['private', 'a private network', 6762],
  ['home.arpa', 'a home network', 8375],
  ['onion', 'the Tor network', 7686],
  ['ip6-localhost', 'this machine', null],
  ['ip6-loopback', 'this machine', null],
]

/** Ports from 1024 on that belong to other protocols. @see https://fetch.spec.whatwg.org/#port-blocking */
export const badPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
