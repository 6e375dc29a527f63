/** The contract of an operation: its name, texts, input, result and price. */

import { z } from 'zod'
import type { Warning } from './warning.ts'

/** One operation. All interfaces are made from it; its zod types reach the handler and the transports. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Result extends ResultSchema = ResultSchema> {
  /** In snake_case: the MCP tool's name, and the name in the ledger and in logs. */
  name: string
  /** Short name for people. */
  title: string
  /** What it is for, when to use another one, what it costs, what it does not do. */
  description: string
  /** Text, numbers, booleans, enums and JSON objects, so that it is query string, tool input, flags and OpenAPI at once. */
  input: Input
  /** Rules that need more than one parameter. */
  rules: readonly InputRule<z.output<Input>>[]
  result: Result
  /** Defaults that hold over MCP only. */
  mcpDefaults?: Partial<z.input<Input>>
  /** Parameters with which they do not hold. */
  withoutMcpDefaults?: readonly (keyof z.input<Input> & string)[]
  /** Null: free of charge, and kept out of the ledger. */
  price: OperationPrice<z.output<Input>> | null
}

export interface InputRule<Input> {
  /** Parameter that is at fault. */
  param: string
  /** What is wrong, or null. `values` holds the parameters that are valid by themselves. */
  check(values: Readonly<Partial<Input>>): string | null
}

export interface OperationPrice<Input> {
  /** Credits that are reserved before the work: the most that the request can cost. */
  credits(input: Input): number
  /** The price in words, for documents. */
  text: string
}

export type ResultSchema = z.ZodType<OperationResult>

/** Fields of a result that transports look at, where an operation has them. */
export interface OperationResult {
  readonly [field: string]: unknown
  warnings?: Warning[]
  credits_charged?: number
}

/** Whether the operation's results have a content, which an interface may hand over alone. */
export function hasContent({ result }: Pick<Operation, 'result'>): boolean {
  return result instanceof z.ZodObject && 'content' in result.shape
}

/** Returns the operation as it is, with the types of its schemas. */
export function defineOperation<Input extends z.ZodObject, Result extends ResultSchema>(
  operation: Operation<Input, Result>,
): Operation<Input, Result> {
  return operation
}
