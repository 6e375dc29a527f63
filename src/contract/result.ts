/** The last fields of every result, and the body of every error. */

import { z } from 'zod'
import { integer } from './parameters.ts'

/** Last fields of a result. */
export const resultTail = {
  credits_charged: z.int().min(0).max(1_000_000).describe('Credits charged for this request.'),
  credits_remaining: integer(0, Number.MAX_SAFE_INTEGER)
    .nullable()
    .describe('Credits left on the key. Null for an unlimited key, or if there are no keys.'),
  fetched_at: z
    .string()
    .meta({ format: 'date-time', description: 'When the page was fetched, in ISO 8601 format (UTC).' }),
  request_id: z.string().describe('Identifies this request in logs.'),
}

/** Result fields that are known after the request is charged. */
export interface Receipt {
  credits_charged: number
  credits_remaining: number | null
  request_id: string
}

export const errorBody = z.strictObject({
  detail: z.array(
    z.strictObject({
      loc: z
        .array(z.string())
        .describe('Location of the fault: ["query", parameter], or empty if no parameter is at fault.'),
      msg: z.string().describe('Message for a person.'),
      type: z.string().describe('Machine-readable error type.'),
    }),
  ),
  hint: z.string().describe('What to do next, in one or two sentences.'),
  request_id: z.string().describe('Identifies this request in logs.'),
  retryable: z.boolean().describe('True if the same request may succeed later.'),
  credits_charged: integer(0, 1_000_000).describe(
    'Credits charged for the failed request: 0, or 5 if the language model was called.',
  ),
})

export type ErrorBody = z.infer<typeof errorBody>
