/** Asks a farm by HTTP: what it is, whether it is there, and for a session. */

import { Agent, request } from 'undici'
import type { FarmAddress } from './farm-address.ts'

export interface FarmResponse {
  status: number
  /** Its JSON; null where it is none. */
  body: unknown
}

interface FarmRequest {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: unknown
  limitMs?: number
}

const defaultLimitMs = 5000
const maxBodyBytes = 4 * 1024 * 1024
/** The owner has chosen the address: no policy applies to it. Nothing is kept open between the few questions. */
const dispatcher = new Agent({ pipelining: 0, connect: { timeout: defaultLimitMs }, maxResponseSize: maxBodyBytes })

/** Follows no redirect, which could lead a token elsewhere. Rejects when there is no answer. */
export async function askFarm(
  { headers }: Pick<FarmAddress, 'headers'>,
  url: URL,
  { method = 'GET', body, limitMs = defaultLimitMs }: FarmRequest = {},
): Promise<FarmResponse> {
  const response = await request(url, {
    ...{ method, dispatcher, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(limitMs),
  })
  const text = await response.body.text()
  return { status: response.statusCode, body: parseJson(text) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The value at this path of keys, where it is a text. */
export function textAt(body: unknown, ...path: readonly string[]): string | null {
  const value = valueAt(body, ...path)
  return typeof value === 'string' ? value : null
}

/** The value at this path of keys; undefined where there is none. */
export function valueAt(body: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  )
}
