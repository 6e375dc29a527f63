/** What an operation's handler is given and what it returns. */

import type { z } from 'zod'
import type { Problem } from '../base/errors.ts'
import type { InputRule, Operation, ResultSchema } from '../contract/operation.ts'
import type { Receipt } from '../contract/result.ts'
import type { RequestContext } from './request.ts'

/** The code behind one operation. */
export interface OperationHandler<Input, Result> {
  /** Rules that the contract can't state, checked with its own before any work. */
  rules?: readonly InputRule<Input>[]
  /** Problems of parameters as they were received that only a worker thread can find; reported together with all others. */
  findProblems?(raw: Readonly<Record<string, unknown>>, request: RequestContext): Promise<Problem[]>
  /** What is stored of an earlier request: free of charge whatever the key has left. Null: the request must be run. */
  findStored?(input: Input, request: RequestContext): Promise<OperationOutcome<Result> | null>
  /** Throws a ServiceError, or `request.signal.reason` once that has aborted. */
  run(input: Input, request: RequestContext, owe: Owe): Promise<OperationOutcome<Result>>
}

/** Reports the credits that are due from now on, also when the request fails: work has begun that costs whatever comes of it. */
export type Owe = (credits: number) => void

/** The handler of a contract. */
export type HandlerOf<Contract extends Pick<Operation, 'input' | 'result'>> = OperationHandler<
  z.output<Contract['input']>,
  z.output<Contract['result']>
>

/** What came of a request. */
export interface OperationOutcome<Result> {
  /** Credits to charge, never more than were reserved; without it all of them. */
  credits?: number | undefined
  /** The answer shows what only this caller may see (it was asked for with the caller's own secrets), and is stored nowhere. */
  isPrivate?: boolean
  /** The whole result with the receipt in its place. May be called more than once. */
  result(receipt: Receipt): Result
}

/** Opens the handler of an operation, the first time by loading its code. */
export type OpenHandler = <Input extends z.ZodObject, Result extends ResultSchema>(
  operation: Operation<Input, Result>,
) => Promise<OperationHandler<z.output<Input>, z.output<Result>>>
