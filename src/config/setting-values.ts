/** Formats of settings. Each parses a variable's text into a value, or returns a sentence about the problem. */

import { isIP } from 'node:net'
import { z } from 'zod'
import { isHttp } from '../base/url-schemes.ts'

/** A boolean, written as any of the common words for true and false. */
export const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off']))
  .transform((text) => ['true', '1', 'yes', 'on'].includes(text))

export const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max))

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** Parses text with a function that returns null, or throws, for invalid text. */
function parsed<Value>(message: string, parse: (text: string) => Value | null) {
  return z.string().transform((text, context): Value => {
    try {
      const value = parse(text)
      if (value !== null) return value
    } catch {}
    context.addIssue(message)
    return z.NEVER
  })
}

export const locale = parsed('must be a BCP 47 language tag, such as de-CH', (text) => new Intl.Locale(text).toString())

export const cidr = z
  .string()
  .transform((text) => (isIP(text) === 0 ? text : `${text}/${isIP(text) === 4 ? 32 : 128}`))
  .refine((text) => z.union([z.cidrv4(), z.cidrv6()]).safeParse(text).success, 'must be CIDRs such as 10.0.0.0/8')

/** A domain or host in the form used in URLs, in lower-case ASCII. IPv6 addresses have no brackets. */
export const domain = parsed('must be domains or hosts such as example.com; their subdomains are included', (text) => {
  const isIpv6 = isIP(text) === 6
  if (!isIpv6 && !/^[^\s/?#@:[\]\\*.][^\s/?#@:[\]\\*]*$/.test(text)) return null
  return new URL(`http://${isIpv6 ? `[${text}]` : text}/`).hostname.replace(/^\[|\]$|\.+$/g, '')
})

/** Credentials are sent decoded, so they must be decodable. */
const hasDecodableUser = ({ username, password }: URL) => !/%(?![0-9a-f]{2})/i.test(username + password)

export const proxyUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  return isHttp(url) && hasDecodableUser(url)
}, 'must be an http:// or https:// URL; in its user name and password, write % as %25')

export const urlOf = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => schemes.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    )

/** True if the text is the URL of a service: http or https, without a user name, query or fragment. */
export const serviceUrl = (text: string) => {
  const url = URL.parse(text)
  return isHttp(url) && !/[@?#]/.test(text)
}

/** URL of a browser farm, optionally with a user name, a password and a token. */
export const farmAddress = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && /^(?:wss?|https?):$/.test(url.protocol) && url.hash === '' && hasDecodableUser(url)
}, 'must be URLs that begin with ws://, wss://, http:// or https://; in a query, write a comma as %2C')

/** URL of an HTTP server without a path. */
export const originUrl = (message: string, isAllowed: (url: URL) => boolean) =>
  parsed(message, (text) => {
    const url = new URL(text)
    return isAllowed(url) && `${url.origin}/` === url.href ? url.origin : null
  })

/** True if a host, as written in URLs, refers to this machine. */
export function isThisMachineHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** A service's URL, without a trailing slash. */
export const serviceBase = z
  .string()
  .refine(serviceUrl, 'must be an http:// or https:// URL')
  .transform((text) => text.replace(/\/+$/, ''))

export const serviceKey = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be printable ASCII without spaces')

export const modelId = z
  .string()
  .min(1)
  .refine((id) => id !== 'openai/', 'must have a model name after openai/')
