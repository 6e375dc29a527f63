/** The host and port to dial for a URL. */

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
