/** Errors for a wrong path or method, and for a key in the wrong place. They say what was likely meant. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { ServiceError } from '../../base/errors.ts'
import { nearestWord } from '../../base/nearest-word.ts'

export interface RouteMethods {
  path: string
  methods: readonly string[]
  /** Next step for a client that uses another method. */
  methodHint?: string
}

/** Throws not_found. */
export function missingRoute(path: string, routes: readonly { path: string }[]): never {
  throw new ServiceError('not_found', `No route for ${path.slice(0, 200)}`, nextOf(path, routes))
}

function nextOf(path: string, routes: readonly { path: string }[]): { next?: string } {
  // The path may begin with a URL, as in other services. `//` may have been merged into one slash.
  if (/https?:\/|https?%3a/i.test(path.slice(0, 100))) {
    return { next: 'Pass the URL as a parameter: /v1/scrape?url=URL, with the URL percent-encoded.' }
  }
  // A longer path isn't a misspelling, and trimming it could take a long time.
  const written = path.length > 100 ? '' : path.replace(/\/+$/, '').toLowerCase()
  const paths = routes.map((route) => route.path)
  const known = oldPaths[written] ?? ''
  const meant = paths.includes(known) ? known : nearestWord(written, paths)
  return meant === null ? {} : { next: `Did you mean ${meant}? See /openapi.json for the routes.` }
}

const oldPaths: Readonly<Record<string, string>> = { '/sse': '/mcp', '/messages': '/mcp', '/message': '/mcp' }

/** Returns method_not_allowed, and sets the header `Allow`. */
export function wrongMethod({ methods, path, methodHint }: RouteMethods, response: ServerResponse): ServiceError {
  response.setHeader('allow', methods.join(', '))
  const allowed = methods.filter((method) => method !== 'HEAD').join(' or ')
  const next = methodHint ?? (allowed === 'GET' ? 'Use GET, with parameters in the query string.' : `Use ${allowed}.`)
  return new ServiceError('method_not_allowed', `${path} only supports ${methods.join(', ')}`, { next })
}

const headerNames = ['API-Key', 'ApiKey', 'X-API-Token', 'X-Auth-Token']
const parameterNames = ['api_key', 'apikey', 'api-key', 'key', 'token', 'access_token']

/** Returns `error`, or an error that says where the key was found if neither an Authorization nor an X-API-Key header was sent. Never repeats the key. */
export function explainMissingKey(error: unknown, headers: IncomingHttpHeaders, query: string): unknown {
  const isMissing =
    error instanceof ServiceError &&
    error.type === 'unauthorized' &&
    headers.authorization === undefined &&
    headers['x-api-key'] === undefined
  if (!isMissing) return error
  const header = headerNames.find((name) => headers[name.toLowerCase()] !== undefined)
  const names = new Set([...new URLSearchParams(query).keys()].map((name) => name.toLowerCase()))
  const parameter = parameterNames.find((name) => names.has(name))
  const place = header === undefined ? parameter && `the parameter ${parameter}` : `the header ${header}`
  if (place === undefined) return error
  const next = `Send the key in the header "Authorization: Bearer <API key>", not in ${place}.`
  return new ServiceError('unauthorized', `The key can't be sent in ${place}`, { next })
}
