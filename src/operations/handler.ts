/** The input and output of an operation's handler. */

import type { z } from 'zod'
import type { Problem } from '../base/errors.ts'
import type { InputRule, Operation, ResultSchema } from '../contract/operation.ts'
import type { Receipt } from '../contract/result.ts'
import type { RequestContext } from './request.ts'

/** The code behind one operation. */
export interface OperationHandler<Input, Result> {
  /** Rules that the contract can't express, checked together with it before any work. */
  rules?: readonly InputRule<Input>[]
  /** Finds problems in the raw parameters that only a worker thread can find. They are reported together with all others. */
  findProblems?(raw: Readonly<Record<string, unknown>>, request: RequestContext): Promise<Problem[]>
  /** Returns the stored result of an earlier request, free of charge regardless of the key's balance. Null: the request must run. */
  findStored?(input: Input, request: RequestContext): Promise<OperationOutcome<Result> | null>
  /** Throws a ServiceError, or `request.signal.reason` if that has aborted. */
  run(input: Input, request: RequestContext, owe: Owe): Promise<OperationOutcome<Result>>
}

/** Reports the credits that are due from now on, even if the request fails: the work that has begun costs them either way. */
export type Owe = (credits: number) => void

/** The handler type for a contract. */
export type HandlerOf<Contract extends Pick<Operation, 'input' | 'result'>> = OperationHandler<
  z.output<Contract['input']>,
  z.output<Contract['result']>
>

/** The outcome of a request. */
export interface OperationOutcome<Result> {
  /** Credits to charge, at most the reserved amount. If missing, the full amount. */
  credits?: number | undefined
  /** The answer contains data that only this caller may see (it was requested with the caller's secrets), and is never stored. */
  isPrivate?: boolean
  /** Stores what later requests may have at no charge. Called once this request is charged: a failed one must not make them free. */
  keep?(): Promise<void>
  /** Returns the whole result with the receipt inserted. May be called more than once. */
  result(receipt: Receipt): Result
}

/** Opens an operation's handler, loading its code the first time. */
export type OpenHandler = <Input extends z.ZodObject, Result extends ResultSchema>(
  operation: Operation<Input, Result>,
) => Promise<OperationHandler<z.output<Input>, z.output<Result>>>
