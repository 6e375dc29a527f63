/** The handler of each operation, which is loaded for its first request. */

import type { z } from 'zod'
import { once } from '../base/once.ts'
import type { Operation, ResultSchema } from '../contract/operation.ts'
import { createAccount, createAccountUsage } from '../operations/account.ts'
import type { HandlerOf, OpenHandler, OperationHandler } from '../operations/handler.ts'
import type { OperationParts } from '../operations/parts.ts'
import type { Registry } from '../operations/registry.ts'

type Loaders = { [Name in keyof Registry]: () => Promise<HandlerOf<Registry[Name]>> }

/** Creates the function that opens this process's handlers, each only once. */
export function createHandlers(parts: OperationParts): OpenHandler {
  const loaders: Loaders = {
    scrape: once(async () => (await import('../operations/scrape.ts')).createScrape(parts)),
    google_ads: once(async () => (await import('../operations/google-ads.ts')).createGoogleAds(parts)),
    convert: once(async () => (await import('../operations/convert.ts')).createConvert(parts)),
    explain: once(async () => (await import('../operations/explain.ts')).createExplain(parts)),
    account: once(() => createAccount(parts)),
    account_usage: once(() => createAccountUsage(parts)),
  }
  return async <Input extends z.ZodObject, Result extends ResultSchema>({ name }: Operation<Input, Result>) => {
    // The operation's name determines the types.
    return (await loaders[name as keyof Loaders]()) as OperationHandler<z.output<Input>, z.output<Result>>
  }
}
