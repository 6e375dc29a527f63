/** The host and port to dial for a URL. */

/** Without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The port in the URL, or the default of its scheme. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** A host in lower case, without trailing dots: `localhost.` is `localhost`. A regular expression would be quadratic in the dots. */
export function bareName(host: string): string {
  let end = host.length
  while (host[end - 1] === '.') end--
  return host.slice(0, end).toLowerCase()
}
