/** The operations `account` and `account_usage`, which report on the caller's own key (docs/keys-and-credits.md). */

import { z } from 'zod'
import { defineOperation } from './operation.ts'

const credits = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const account = defineOperation({
  name: 'account',
  title: 'Account of the API key',
  description: 'Name, credits and rate limit of your API key. Free.',
  input: z.object({}),
  rules: [],
  result: z.strictObject({
    key_id: z.string().nullable().describe('Null if the service runs without keys.'),
    name: z.string().nullable(),
    credits_remaining: credits.nullable().describe('Null if unlimited.'),
    credits_used: credits,
    rate_limit: z
      .strictObject({ limit: z.int().min(1), window_s: z.int().min(1) })
      .nullable()
      .describe("The key's own limit, in addition to the server's. Null if the key has none."),
  }),
  price: null,
})

const date = z.string().refine(isDate, 'must be a date such as 2026-01-31')

const usageInput = z.object({
  from: date.optional().describe('First day, YYYY-MM-DD. Default: 29 days before the last day.'),
  to: date.optional().describe('Last day, YYYY-MM-DD. Default: today.'),
})

export const accountUsage = defineOperation({
  name: 'account_usage',
  title: 'Usage of the API key',
  description: 'Requests and credits for your API key, by day (UTC) and operation. Free.',
  input: usageInput,
  rules: [
    {
      param: 'to',
      check: ({ from, to }) => (from !== undefined && to !== undefined && to < from ? 'to is before from' : null),
    },
    {
      param: 'from',
      check: ({ from, to }) =>
        to === undefined && from !== undefined && from > today() ? 'from is after today' : null,
    },
  ],
  result: z.strictObject({
    key_id: z.string().nullable(),
    from: z.string(),
    to: z.string(),
    usage: z.array(
      z.strictObject({
        day: z.string(),
        operation: z.string(),
        requests: z.int().min(0).describe('Successful requests.'),
        failed: z.int().min(0).describe('Failed requests. Free unless the language model was called.'),
        credits: credits.describe('Credits charged for all these requests.'),
      }),
    ),
  }),
  price: null,
})

/**
 * Returns the first and last day to report usage for, inclusive, in UTC. The default is the 30 days up to today.
 * @example
 * usageDays({ to: '2026-03-31' }) // { from: '2026-03-02', to: '2026-03-31' }
 */
export function usageDays({ from, to }: z.infer<typeof usageInput>): { from: string; to: string } {
  const last = to ?? today()
  const first = new Date(Date.parse(last) - 29 * 86_400_000).toISOString().slice(0, 10)
  return { from: from ?? first, to: last }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

function isDate(text: string): boolean {
  const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
