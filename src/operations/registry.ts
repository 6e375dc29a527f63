/** The only list of operations, with the contract of each and the interfaces that offer it. */

import type { z } from 'zod'
import { account, accountUsage } from '../contract/account.ts'
import { convert } from '../contract/convert.ts'
import { explain } from '../contract/explain.ts'
import { googleAds } from '../contract/google-ads.ts'
import type { Operation, ResultSchema } from '../contract/operation.ts'
import { scrapeOperation } from '../contract/scrape.ts'

interface OperationInterfaces {
  restPath?: string
  /** True if the REST route also accepts a POST with the parameters as a JSON object. */
  takesJson?: boolean
  /** True if the REST route accepts a POST with a document as the body and parameters in the query string. */
  takesDocument?: boolean
  /** True if the operation is an MCP tool. */
  isTool?: boolean
  command?: string
}

export interface RegisteredOperation<
  Input extends z.ZodObject = z.ZodObject,
  Result extends ResultSchema = ResultSchema,
> extends Operation<Input, Result>,
    OperationInterfaces {}

/** Returns the methods that the REST route accepts. */
export function restMethods({ takesJson = false, takesDocument = false }: OperationInterfaces): string[] {
  return [...(takesDocument ? [] : ['GET']), ...(takesJson || takesDocument ? ['POST'] : [])]
}

const everywhere = { takesJson: true, isTool: true }

/** Returns all operations by name, in the order in which interfaces list them. `models` are the IDs that callers may choose. */
export function createRegistry(models: readonly [string, ...string[]], takesFiles = false) {
  return {
    scrape: register(scrapeOperation(models, takesFiles), { ...everywhere, restPath: '/v1/scrape', command: 'scrape' }),
    google_ads: register(googleAds, { ...everywhere, restPath: '/v1/google_ads', command: 'google-ads' }),
    convert: register(convert, { restPath: '/v1/convert', takesDocument: true }),
    explain: register(explain, { restPath: '/v1/explain', command: 'explain' }),
    account: register(account, { restPath: '/v1/account' }),
    account_usage: register(accountUsage, { restPath: '/v1/account/usage' }),
  }
}

export type Registry = ReturnType<typeof createRegistry>

function register<Input extends z.ZodObject, Result extends ResultSchema>(
  contract: Operation<Input, Result>,
  interfaces: OperationInterfaces,
): RegisteredOperation<Input, Result> {
  return { ...contract, ...interfaces }
}
