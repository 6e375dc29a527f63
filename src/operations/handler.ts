/** The input and output of an operation's handler, and the ports that it uses. */

import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import type { Problem } from '../base/errors.ts'
import type { InputRule, Operation, Receipt, ResultSchema } from '../contract/operation.ts'
import type { LanguageModel } from '../model/model/language-model.ts'
import type { ReadFile } from '../page/page.ts'
import type { ResultPageSource } from '../pages/results/result-page-source.ts'
import type { PageStore, SnapshotStore } from '../pages/snapshot/snapshot-store.ts'
import type { PageEngine } from '../pages/visit/load-page.ts'
import type { RequestContext } from './runtime.ts'

export interface OperationHandler<Input, Result> {
  /** Rules that the contract can't express. They are checked together with the contract, before any work. */
  rules?: readonly InputRule<Input>[]
  /** Finds problems in the raw parameters that can only be found in a worker thread. They are reported together with all others. */
  findProblems?(raw: Readonly<Record<string, unknown>>, request: RequestContext): Promise<Problem[]>
  /** Returns the stored result of an earlier request, which is free regardless of the balance, or null if the request must run. */
  findStored?(input: Input, request: RequestContext): Promise<OperationOutcome<Result> | null>
  /** Throws a ServiceError, or `request.signal.reason` after an abort. */
  run(input: Input, request: RequestContext, owe: Owe): Promise<OperationOutcome<Result>>
}

/** Reports the credits to charge from now on, even if the request fails, because the work so far has cost that much. */
export type Owe = (credits: number) => void

export type HandlerOf<Contract extends Pick<Operation, 'input' | 'result'>> = OperationHandler<
  z.output<Contract['input']>,
  z.output<Contract['result']>
>

export interface OperationOutcome<Result> {
  /** Credits to charge, at most the reserved amount. By default, the full amount. */
  credits?: number | undefined
  /** True if the answer is only for this caller, because the request used the caller's secrets. It is never stored. */
  isPrivate?: boolean
  /** Stores data that makes later requests free. Called after this request is charged, because a failed request must not store any. */
  keep?(): Promise<void>
  /** Returns the whole result, including the receipt. May be called more than once. */
  result(receipt: Receipt): Result
}

/** Returns the fields of a result in the order of the contract, which every interface preserves. */
export function inOrder<Fields extends object>({ shape }: z.ZodObject, fields: Fields): Fields {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, fields[name as keyof Fields]])) as Fields
}

/** Opens an operation's handler, loading its code the first time. */
export type OpenHandler = <Input extends z.ZodObject, Result extends ResultSchema>(
  operation: Operation<Input, Result>,
) => Promise<OperationHandler<z.output<Input>, z.output<Result>>>

/** The ports that handlers use. Each is opened by the first request that needs it. */
export interface OperationParts {
  engine(): Promise<PageEngine>
  snapshots(): Promise<SnapshotStore>
  /** Missing if file URLs are refused. */
  readFile?: ReadFile | undefined
  /** Pages kept for later requests with the same key, or null in a process that exits after one result. */
  pages(): Promise<PageStore | null>
  /** Returns the server's language model with this ID, or null if it is not set up. */
  languageModel(model: string): Promise<LanguageModel | null>
  modelLimits: {
    /** ID of the model to call if the caller doesn't choose one. */
    defaultModel: string
    /** Estimated tokens of page text in one model request. */
    inputTokens: number
    maxOutputTokens: number
  }
  /** Opens Google's result pages, from Google or from a search-result service. */
  resultPages(): Promise<ResultPageSource>
  /** Language to request if the caller doesn't set one. Default: the engines' language. */
  locale?: string | undefined
  /** Secret for deriving names of stored data, so that they can't be guessed. */
  nameSecret: string
  /** Null if there are no keys: stdio and the command line. */
  access: Pick<Access, 'keys' | 'usage'> | null
}
