/** The contract of an operation: its name, descriptions, input, result and price. Also the fields that end every result, and the body of errors. */

import { z } from 'zod'
import { integer } from './parameters.ts'
import type { Warning } from './warning.ts'

/** One operation, from which all interfaces are built. The handler and the transports infer their types from its schemas. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Result extends ResultSchema = ResultSchema> {
  /** Name of the MCP tool, in snake_case. Also used in the ledger and in logs. */
  name: string
  /** Short name for people. */
  title: string
  /** Purpose, limits and price, and when to use another operation. */
  description: string
  /** Holds only strings, numbers, booleans, enums, lists and JSON objects, which work in query strings, tool input, flags and OpenAPI. */
  input: Input
  rules: readonly InputRule<z.output<Input>>[]
  result: Result
  /** Defaults that apply only over MCP. */
  mcpDefaults?: Partial<z.input<Input>>
  /** Parameters that switch the MCP defaults off. */
  withoutMcpDefaults?: readonly (keyof z.input<Input> & string)[]
  /** The description, and the parameters to leave out, if the service has no language model. */
  withoutModel?: { description: string; omit: readonly (keyof z.input<Input> & string)[] }
  /** For tools: the field that structured content always has, and the fields that it omits, such as fields that repeat the input. */
  structured?: { required: keyof z.output<Result> & string; omit: readonly (keyof z.output<Result> & string)[] }
  /** Null if the operation is free and not recorded in the ledger. */
  price: OperationPrice<z.output<Input>> | null
}

export interface InputRule<Input> {
  param: string
  /** Returns the problem, or null. `values` contains the parameters that are individually valid. */
  check(values: Readonly<Partial<Input>>): string | null
}

export interface OperationPrice<Input> {
  /** Credits to reserve before the work begins: the maximum that the request can cost. */
  credits(input: Input): number
  text: string
}

export type ResultSchema = z.ZodType<OperationResult>

/** Optional result fields that transports read. */
export interface OperationResult {
  readonly [field: string]: unknown
  warnings?: Warning[]
  credits_charged?: number
}

/** True if the operation's results have a `content`, which an interface may return on its own. */
export function hasContent({ result }: Pick<Operation, 'result'>): boolean {
  return result instanceof z.ZodObject && 'content' in result.shape
}

/** Returns the operation unchanged, with its types inferred from its schemas. */
export function defineOperation<Input extends z.ZodObject, Result extends ResultSchema>(
  operation: Operation<Input, Result>,
): Operation<Input, Result> {
  return operation
}

/** Last fields of a result. */
export const resultTail = {
  credits_charged: z.int().min(0).max(1_000_000).describe('Credits charged for this request.'),
  credits_remaining: integer(0, Number.MAX_SAFE_INTEGER)
    .nullable()
    .describe('Credits left on the key. Null for an unlimited key, or if there are no keys.'),
  fetched_at: z
    .string()
    .meta({ format: 'date-time', description: 'When the page was fetched, in ISO 8601 format (UTC).' }),
  request_id: z.string().describe('Identifies this request in logs.'),
}

/** Result fields that are known after the request is charged. */
export interface Receipt {
  credits_charged: number
  credits_remaining: number | null
  request_id: string
}

export const errorBody = z.strictObject({
  detail: z.array(
    z.strictObject({
      loc: z
        .array(z.string())
        .describe('Location of the fault: ["query", parameter], or empty if no parameter is at fault.'),
      msg: z.string().describe('Message for a person.'),
      type: z.string().describe('Machine-readable error type.'),
    }),
  ),
  hint: z.string().describe('What to do next, in one or two sentences.'),
  request_id: z.string().describe('Identifies this request in logs.'),
  retryable: z.boolean().describe('True if the same request may succeed later.'),
  credits_charged: integer(0, 1_000_000).describe(
    'Credits charged for the failed request: 0, or 5 if the language model was called.',
  ),
})

export type ErrorBody = z.infer<typeof errorBody>
