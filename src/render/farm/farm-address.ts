/** The address of a browser farm: the URL to dial, the headers to send, and its name in logs and errors. Also the farm's error. */

export interface FarmAddress {
  /** Host and port only: any other part of an address may hold a token. */
  name: string
  /** The configured URL, without user name and password. */
  url: URL
  /** `Authorization` with the URL's user name and password; empty if it has neither. */
  headers: Record<string, string>
}

/** Returns the URL of a farm without its user info, the header made from that, and a name that is safe in logs. */
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

/** Where the farm reports its version. Keeps the query, since it may contain a token. */
export function versionUrl({ url }: FarmAddress): URL {
  const asked = new URL(url)
  asked.protocol = /^(wss|https):$/.test(url.protocol) ? 'https:' : 'http:'
  asked.pathname = '/json/version'
  asked.searchParams.delete('launch')
  return asked
}

/** URL of a socket reported by the farm: its path on the host that our owner configured, regardless of what the farm calls itself. */
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
  return code ?? name
}

/** A farm provides no browser, or one whose pages could bypass our proxy. The message reveals no secret from the farm's address. */
export class FarmError extends Error {
  override readonly name = 'FarmError'
}
