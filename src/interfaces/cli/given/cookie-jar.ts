/** Parses the cookie files of browsers and curl (Netscape format), which say which site each cookie is for. */

export interface JarCookie {
  /** Host name without a leading dot, in lower case. */
  domain: string
  hasSubdomains: boolean
  path: string
  isSecure: boolean
  /** Seconds since the epoch; 0 for a session cookie. */
  expiresS: number
  name: string
  value: string
}

const httpOnlyMark = '#HttpOnly_'

/** Domain, subdomains, path, secure, expiry, name and value, separated by tabs. */
const fieldCount = 7

export function isCookieJar(lines: readonly string[]): boolean {
  return /^# (Netscape )?HTTP Cookie File/i.test(lines[0] ?? '') || lines.some((line) => fieldsOf(line) !== null)
}

/** Skips other lines, like curl. @see https://curl.se/docs/http-cookies.html */
export function parseCookieJar(lines: readonly string[]): JarCookie[] {
  return lines.flatMap((line) => {
    const [domain = '', subdomains, path = '/', secure, expires, name = '', value = ''] = fieldsOf(line) ?? []
    if (name === '') return []
    return {
      domain: domain.replace(/^\./, '').toLowerCase(),
      hasSubdomains: subdomains?.toUpperCase() === 'TRUE',
      path,
      isSecure: secure?.toUpperCase() === 'TRUE',
      expiresS: Number(expires) || 0,
      name,
      value,
    }
  })
}

function fieldsOf(line: string): string[] | null {
  const text = line.startsWith(httpOnlyMark) ? line.slice(httpOnlyMark.length) : line
  const fields = text.startsWith('#') ? [] : text.split('\t')
  return fields.length === fieldCount ? fields : null
}

/** Returns the cookies that a browser would send to the URL. If several have the same name, the longest path wins. @see RFC 6265 §5.4 */
export function cookiesFor(url: URL, jar: readonly JarCookie[], nowS = Date.now() / 1000): Map<string, string> {
  const sent = jar.filter((cookie) => isFor(url, cookie) && (cookie.expiresS === 0 || cookie.expiresS > nowS))
  const byPath = sent.toSorted((a, b) => a.path.length - b.path.length)
  return new Map(byPath.map(({ name, value }) => [name, value]))
}

function isFor({ hostname, pathname, protocol }: URL, { domain, hasSubdomains, path, isSecure }: JarCookie): boolean {
  if (isSecure && protocol !== 'https:') return false
  if (hostname !== domain && !(hasSubdomains && hostname.endsWith(`.${domain}`))) return false
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}
