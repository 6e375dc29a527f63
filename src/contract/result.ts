/** What the results of both operations end with, and the body of every refusal and failure. */

import { z } from 'zod'

/** Last fields of every success. */
export const resultTail = {
  credits_charged: z.int().min(0).max(1_000_000),
  credits_remaining: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  fetched_at: z.string().meta({ format: 'date-time' }),
  request_id: z.string(),
}

/** What access adds to an operation's own result. */
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
  request_id: z.string(),
  retryable: z.boolean(),
  credits_charged: z.literal(0),
})

export type ErrorBody = z.infer<typeof errorBody>
