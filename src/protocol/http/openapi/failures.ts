/** The responses to what is refused or fails, one for each status, in the OpenAPI document. */

import { type ErrorType, errorTable, publicType } from '../../../errors.ts'
import { errorExample } from './examples/error-examples.ts'
import { headers, headersOfStatus, keyedHeaders } from './headers.ts'
import { type Json, jsonContent } from './schema.ts'

const byStatus = Map.groupBy(Object.keys(errorTable) as ErrorType[], (type) => errorTable[type].status)

/** Statuses of failures that only an operation has which loads pages and costs something. */
const paidStatuses = new Set([402, 409, 502, 504])

const nameOf = (status: number) => `failure_${status}`

/** The responses by name, each with an example of each of its types. */
export function failureResponses(): Json {
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      nameOf(status),
      {
        description: `Types: ${types.map(publicType).join(', ')}.`,
        headers: headers([...keyedHeaders, ...(headersOfStatus[status] ?? [])]),
        content: jsonContent({ $ref: '#/components/schemas/error' }, examplesOf(types)),
      },
    ]),
  )
}

/** References to the responses that an operation may give, by status. */
export function failuresOf({ isPaid }: { isPaid: boolean }): Json {
  return failuresWith([...byStatus.keys()].filter((status) => isPaid || !paidStatuses.has(status)))
}

export function failuresWith(statuses: readonly number[]): Json {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${nameOf(status)}` }]),
  )
}

function examplesOf(types: readonly ErrorType[]): Json {
  return Object.fromEntries(
    types.map((type) => [publicType(type), { description: errorTable[type].next, value: errorExample(type) }]),
  )
}
