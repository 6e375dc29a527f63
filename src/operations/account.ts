/** Answers `account` and `account_usage`. */

import { type account, type accountUsage, usageDays } from '../contract/account.ts'
import type { HandlerOf, OperationParts } from './handler.ts'

export async function createAccount({ access }: Pick<OperationParts, 'access'>): Promise<HandlerOf<typeof account>> {
  return {
    async run(_, { caller: { keyId } }) {
      const key = keyId === null ? null : await access?.keys.find(keyId)
      const result = {
        key_id: keyId,
        name: key?.name ?? null,
        credits_remaining: key?.credits ?? null,
        credits_used: key?.used ?? 0,
        rate_limit: key?.rateLimit ? { limit: key.rateLimit.limit, window_s: key.rateLimit.windowS } : null,
      }
      return { result: () => result }
    },
  }
}

export async function createAccountUsage({
  access,
}: Pick<OperationParts, 'access'>): Promise<HandlerOf<typeof accountUsage>> {
  return {
    async run(input, { caller: { keyId } }) {
      const days = usageDays(input)
      const rows = keyId === null ? [] : ((await access?.usage({ keyId, ...days })) ?? [])
      const result = { key_id: keyId, ...days, usage: rows.map(({ keyId: _, ...row }) => row) }
      return { result: () => result }
    },
  }
}
