/** The allowed target ports: 80, 443 and those from 1024 up, except ports of other protocols. This also applies to exempt addresses. */

/** Ports from 1024 on that belong to other protocols. @see https://fetch.spec.whatwg.org/#port-blocking */
export const badPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** True if targets may be requested on this port. */
export function isOpenPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !badPorts.has(port))
}
