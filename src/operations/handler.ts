/** The input and output of an operation's handler. */

import type { z } from 'zod'
import type { Problem } from '../base/errors.ts'
import type { InputRule, Operation, ResultSchema } from '../contract/operation.ts'
import type { Receipt } from '../contract/result.ts'
import type { RequestContext } from './request.ts'

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

/** Opens an operation's handler, loading its code the first time. */
export type OpenHandler = <Input extends z.ZodObject, Result extends ResultSchema>(
  operation: Operation<Input, Result>,
) => Promise<OperationHandler<z.output<Input>, z.output<Result>>>
