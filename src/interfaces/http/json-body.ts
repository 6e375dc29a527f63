/** The parameters of a POST: a JSON object in the body (docs/api.md, Parameters as JSON). */

import type { IncomingMessage } from 'node:http'
import { MIMEType } from 'whatwg-mimetype'
import { ServiceError } from '../../base/errors.ts'
import { isJsonObject } from '../../base/json-value.ts'
import { maxJsonBodyBytes } from '../../contract/service-limits.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { type CoercedParameters, coerceValues } from '../coerce.ts'
import { JsonTooComplexError, parseJson } from '../parse-json.ts'
import { repeatedNames } from '../repeated-names.ts'
import { readBody } from './request-body.ts'
import type { HttpExchange } from './server.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Throws bad_request and request_too_large. What is refused by its head alone is not read. */
export async function readJsonParameters(
  operation: RegisteredOperation,
  { request, query, share }: Pick<HttpExchange, 'request' | 'query' | 'share'>,
): Promise<CoercedParameters> {
  checkHead(request, query)
  const text = textOf(await readBody(request, maxJsonBodyBytes, share))
  return coerceValues(operation, valuesOf(text), repeatedNames(text))
}

function checkHead({ headers }: IncomingMessage, query: string): void {
  if (query !== '') throw refused('Parameters are in the body or in the query string, not in both')
  // Not by the rules for responses, which take the last type of a list: browsers send a list across sites by its first one.
  const type = MIMEType.parse(headers['content-type'] ?? '')
  if (type?.essence !== 'application/json') throw refused('The body of a POST must be application/json')
  if (!/^utf-?8$/i.test(type.parameters.get('charset') ?? 'utf-8')) throw refused('The body must be in UTF-8')
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw refused('The body must have no content coding')
}

function textOf(body: Buffer): string {
  try {
    return decoder.decode(body)
  } catch {
    throw refused('The body is not valid UTF-8')
  }
}

function valuesOf(text: string): Record<string, unknown> {
  const value = parsed(text)
  if (isJsonObject(value)) return value
  throw refused('The body must be a JSON object of parameters')
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    const reason = error instanceof JsonTooComplexError ? `too complex: ${error.message}` : 'not valid JSON'
    throw refused(`The body is ${reason}`)
  }
}

function refused(message: string): ServiceError {
  return new ServiceError('bad_request', message)
}
