/** The fields that results end with, and the body of every error. */

import { z } from 'zod'

/** Last fields of a result. */
export const resultTail = {
  credits_charged: z.int().min(0).max(1_000_000).describe('What this request cost, in credits.'),
  credits_remaining: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .nullable()
    .describe('Credits that the key has left. Null for an unlimited key and where there are no keys.'),
  fetched_at: z.string().meta({ format: 'date-time', description: 'When the page was fetched, ISO 8601 in UTC.' }),
  request_id: z.string().describe('Names this request in logs.'),
}

/** The fields of a result that are known once it is charged. */
export interface Receipt {
  credits_charged: number
  credits_remaining: number | null
  request_id: string
}

export const errorBody = z.strictObject({
  detail: z.array(
    z.strictObject({
      loc: z.array(z.string()).describe('Where the fault is: ["query", parameter], empty where no input is at fault.'),
      msg: z.string().describe('What is wrong, for a person.'),
      type: z.string().describe('What is wrong, for a program.'),
    }),
  ),
  request_id: z.string().describe('Names this request in logs.'),
  retryable: z.boolean().describe('Whether the same request may succeed later.'),
  credits_charged: z
    .int()
    .min(0)
    .max(1_000_000)
    .describe('What the failed request cost: nothing, or 5 credits once a call of the language model had begun.'),
})

export type ErrorBody = z.infer<typeof errorBody>
