/** The only list of operations: the contract of each, its handler, and the interfaces that offer it. */

import type { z } from 'zod'
import { explain } from '../contract/explain.ts'
import { googleAds } from '../contract/google-ads.ts'
import type { Operation, ResultSchema } from '../contract/operation.ts'
import { scrapeOperation } from '../contract/scrape.ts'
import { account, accountUsage, createAccount, createAccountUsage } from './account.ts'
import type { OperationHandler } from './handler.ts'
import type { OperationParts } from './parts.ts'

/** Where an operation is offered. */
interface OperationInterfaces {
  /** Path of its REST route. */
  restPath?: string
  /** Whether that route also takes the parameters as a JSON object, by POST. */
  takesJson?: boolean
  /** Whether it is a tool over MCP. */
  isTool?: boolean
  /** Name of its command. */
  command?: string
}

export interface RegisteredOperation<
  Input extends z.ZodObject = z.ZodObject,
  Result extends ResultSchema = ResultSchema,
> extends Operation<Input, Result>,
    OperationInterfaces {
  /** The handler, which is loaded by its first request. */
  handler(parts: OperationParts): Promise<OperationHandler<z.output<Input>, z.output<Result>>>
}

/** Methods that the REST route takes. */
export function restMethods({ takesJson = false }: OperationInterfaces): string[] {
  return takesJson ? ['GET', 'POST'] : ['GET']
}

/** Every operation by its name, in the order in which interfaces list them. `models` are the ids that callers may name. */
export function createRegistry(models: readonly [string, ...string[]]) {
  return {
    scrape: register(
      scrapeOperation(models),
      { restPath: '/v1/scrape', takesJson: true, isTool: true, command: 'scrape' },
      async (parts) => (await import('./scrape.ts')).createScrape(parts),
    ),
    google_ads: register(
      googleAds,
      { restPath: '/v1/google_ads', takesJson: true, isTool: true, command: 'google-ads' },
      async (parts) => (await import('./google-ads.ts')).createGoogleAds(parts),
    ),
    explain: register(explain, { restPath: '/v1/explain', command: 'explain' }, async (parts) =>
      (await import('./explain.ts')).createExplain(parts),
    ),
    account: register(account, { restPath: '/v1/account' }, createAccount),
    account_usage: register(accountUsage, { restPath: '/v1/account/usage' }, createAccountUsage),
  }
}

export type Registry = ReturnType<typeof createRegistry>

function register<Input extends z.ZodObject, Result extends ResultSchema>(
  contract: Operation<Input, Result>,
  interfaces: OperationInterfaces,
  load: RegisteredOperation<Input, Result>['handler'],
): RegisteredOperation<Input, Result> {
  const handlers = new WeakMap<OperationParts, ReturnType<typeof load>>()
  return {
    ...contract,
    ...interfaces,
    handler(parts) {
      const handler = handlers.get(parts) ?? load(parts)
      handlers.set(parts, handler)
      return handler
    },
  }
}
