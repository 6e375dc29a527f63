/** `GET /v1/account` and `/v1/account/usage`: what a key may ask about itself. */

import type { Access } from '../../access/access.ts'
import { account, accountUsage, type Question, usageDays } from '../../contract/account.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { coerceParameters } from '../coerce.ts'
import { sendJson } from './response.ts'
import type { Route } from './server.ts'

type Answer = (keyId: string | null, input: Record<string, unknown>) => Promise<object>

/** Both count as requests of the key, and neither costs anything. */
export function accountRoutes(access: Access): Route[] {
  const route = (question: Question, answer: Answer): Route => ({
    path: question.path,
    methods: ['GET'],
    needsKey: true,
    async handle({ response, caller, query }) {
      const leave = await caller.enter?.()
      try {
        const { raw, faulty } = coerceParameters(question, new URLSearchParams(query))
        sendJson(response, 200, await answer(caller.keyId, parseInput(question, raw, faulty)))
      } finally {
        await leave?.()
      }
    },
  })
  return [
    route(account, async (keyId) => {
      const key = keyId === null ? null : await access.keys.find(keyId)
      return {
        key_id: keyId,
        name: key?.name ?? null,
        credits_remaining: key?.credits ?? null,
        credits_used: key?.used ?? 0,
        rate_limit: key?.rateLimit ? { limit: key.rateLimit.limit, window_s: key.rateLimit.windowS } : null,
      }
    }),
    route(accountUsage, async (keyId, input) => {
      const days = usageDays(input)
      const rows = keyId === null ? [] : await access.usage({ keyId, ...days })
      return { key_id: keyId, ...days, usage: rows.map(({ keyId: _, ...row }) => row) }
    }),
  ]
}
