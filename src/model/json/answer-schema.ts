/** Converts a caller's JSON Schema into the schema sent to a model and the validator for its answer. Both allow null for missing values. */

import { z } from 'zod'
import type { JsonSchema } from '../model/language-model.ts'
import { namesIn, withNulls } from './with-nulls.ts'

export interface AnswerSchema {
  /** For the model: always an object with all properties required, scalars nullable. */
  schema: JsonSchema
  /** Extracts the caller's value from an answer in the format of `schema`, or from one that already has the caller's format. */
  unwrap(answer: unknown, parse?: (text: string) => unknown): unknown
  /** Describes the problem with an unwrapped value in a few words; null if it is valid. */
  findProblem(value: unknown): string | null
}

/** Null, or a schema that can't be compiled, allows any JSON: the prompt still contains the schema's text. */
export function createAnswerSchema(callerSchema: JsonSchema | null): AnswerSchema {
  const schema = callerSchema === null ? null : withoutPatterns(callerSchema)
  const validator = schema === null ? null : compileValidator(schema)
  if (schema === null || validator === null) return anyJson
  const isObjectSchema = schema.type === 'object' && schema.properties !== undefined
  const sent = withNulls(schema, { scalarsOnly: true })
  return {
    schema: isObjectSchema ? sent : wrap('answer', sent, schema),
    unwrap: (answer) => (isObjectSchema ? answer : unwrapField('answer', answer)),
    findProblem(value) {
      const issue = firstIssue(validator, value)
      if (!issue) return null
      // The problem is sent outside the fence, so names that a page made the model write must not appear in it.
      const names = namesIn(schema)
      const path = issue.path.map((name) => (typeof name === 'number' || names(String(name)) ? name : '…'))
      const message = issue.code === 'unrecognized_keys' ? 'It has fields that were not requested' : issue.message
      return `${path.map(String).join('.') || 'the whole'}: ${message}`
    },
  }
}

function firstIssue(validator: z.ZodType, value: unknown): z.core.$ZodIssue | undefined {
  try {
    return validator.safeParse(value).error?.issues[0]
  } catch (error) {
    // A schema with endless self-references overflows the stack. The value then counts as valid.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Without a schema: JSON as text in one field, which structured outputs can enforce. */
const anyJson: AnswerSchema = {
  schema: {
    type: 'object',
    properties: { json: { type: 'string', description: 'The whole answer as JSON text.' } },
    required: ['json'],
    additionalProperties: false,
  },
  unwrap(answer, parse = JSON.parse) {
    const inner = unwrapField('json', answer)
    // If the schema isn't enforced, a model may put the value directly into the field, or leave the field out.
    return inner !== answer && typeof inner === 'string' ? parse(inner) : inner
  },
  findProblem: () => null,
}

/** The value of the answer's only field; any other answer is returned unchanged. */
function unwrapField(field: string, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !Object.hasOwn(answer, field)) return answer
  return Object.keys(answer).length === 1 ? (answer as Record<string, unknown>)[field] : answer
}

function wrap(field: string, inner: JsonSchema, { $defs, definitions }: JsonSchema): JsonSchema {
  const { $defs: _, definitions: __, $schema: ___, ...rest } = inner
  return {
    type: 'object',
    properties: { [field]: rest },
    required: [field],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs: inner.$defs }),
    ...(definitions === undefined ? {} : { definitions: inner.definitions }),
  }
}

function compileValidator(schema: JsonSchema): z.ZodType | null {
  try {
    return z.fromJSONSchema(withNulls(schema, { scalarsOnly: false }) as z.core.JSONSchema.JSONSchema)
  } catch {
    // Not a JSON Schema, or one with keywords that zod does not support.
    return null
  }
}

/** Removes regular expressions: a caller's could take exponential time on text that a page makes the model write. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const isPattern = (name: string, value: unknown) =>
    name === 'patternProperties' || (name === 'pattern' && typeof value === 'string')
  return JSON.parse(JSON.stringify(schema, (name, value) => (isPattern(name, value) ? undefined : value)))
}
