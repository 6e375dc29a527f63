/** Error responses in the OpenAPI document, one for each status. */

import { type ErrorType, errorTable, publicType } from '../../../base/errors.ts'
import { headers, headersOfStatus, keyedHeaders } from './headers.ts'
import { type Json, jsonContent } from './schema.ts'

const byStatus = Map.groupBy(Object.keys(errorTable) as ErrorType[], (type) => errorTable[type].status)

const paidStatuses = new Set([402, 409, 502, 504])

const nameOf = (status: number) => `failure_${status}`

export function failureResponses(): Json {
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      nameOf(status),
      {
        description: types.map((type) => `- \`${publicType(type)}\`: ${errorTable[type].next}`).join('\n'),
        headers: headers([...keyedHeaders, ...(headersOfStatus[status] ?? [])]),
        content: jsonContent({ $ref: '#/components/schemas/error' }),
      },
    ]),
  )
}

/** Returns references to an operation's error responses, by status. */
export function failuresOf({ isPaid }: { isPaid: boolean }): Json {
  return failuresWith([...byStatus.keys()].filter((status) => isPaid || !paidStatuses.has(status)))
}

export function failuresWith(statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]),
  )
}
