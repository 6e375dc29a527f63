/** The URL, headers and log name of a browser farm, and the error for farm failures. */

export interface FarmAddress {
  /** Host and port only, because any other part of the address may hold a token. */
  name: string
  /** The configured URL, without a user name or password. */
  url: URL
  /** An `Authorization` header with the URL's user name and password, or nothing if the URL has neither. */
  headers: Record<string, string>
}

/** Returns a farm's URL without its user info, the header that replaces the user info, and a name that is safe to log. */
export function parseFarmAddress(text: string): FarmAddress {
  const url = new URL(text)
  const { host: name, username, password } = url
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  url.username = ''
  url.password = ''
  const headers: Record<string, string> =
    pair === ':' ? {} : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  return { name, url, headers }
}

/** Returns the URL at which the farm reports its version. Keeps the query, which may contain a token. */
export function versionUrl({ url }: FarmAddress): URL {
  const asked = new URL(url)
  asked.protocol = /^(wss|https):$/.test(url.protocol) ? 'https:' : 'http:'
  asked.pathname = '/json/version'
  asked.searchParams.delete('launch')
  return asked
}

/** Returns the URL of a socket that the farm reports: the reported path on the configured host. */
export function socketUrl({ url }: FarmAddress, named: string): URL {
  const socket = new URL(url)
  socket.protocol = /^(wss|https):$/.test(url.protocol) ? 'wss:' : 'ws:'
  const { pathname, searchParams } = new URL(named, 'ws://farm/')
  socket.pathname = pathname
  for (const [name, value] of searchParams) socket.searchParams.set(name, value)
  return socket
}

/** Describes a library's error by its code, because its message may repeat the address with its token. */
export function failureCode(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  // The code of a DOMException is a number.
  return typeof code === 'string' ? code : name
}

/** Thrown if a farm provided no browser, or one whose pages could bypass our proxy. The message reveals no secrets. */
export class FarmError extends Error {
  override readonly name = 'FarmError'
}
