/** Says what was received from a client that sends its API key where no key is accepted. */

import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from '../../base/errors.ts'

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
