/** What an operation's handler is given and what it returns. */

import type { Operation, Rule } from '../contract/operation.ts'
import type { RequestContext } from './request.ts'

/** The code behind one operation. */
export interface OperationHandler<Input = Record<string, unknown>> {
  operation: Operation<Input>
  /** Rules beyond the contract's own that are checked before any work. */
  rules: Rule[]
  /** Whether the result is stored already, and so free of charge whatever the key has left. */
  isStored?(input: Input, keyId: string | null): Promise<boolean>
  run(input: Input, request: RequestContext): Promise<OperationOutcome>
}

/** A result without the receipt, and whether it is free of charge. */
export interface OperationOutcome {
  body: Record<string, unknown>
  /** Read on from a stored result, or the target responded with 4xx or 5xx (docs/api.md, Prices, keys and credits). */
  free: boolean
}
