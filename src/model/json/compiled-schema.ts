/** The form of an answer that a caller gives as a JSON Schema: compiled and checked in a worker thread only, as both may take for ever. */

import { createContext, runInContext } from 'node:vm'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { ServiceError } from '../../base/errors.ts'
import type { JsonSchema } from '../model/language-model.ts'
import type { AnswerSchema } from './answer-schema.ts'
import { namesIn, withNulls } from './with-nulls.ts'

/** Returns what is wrong with a JSON Schema, in a few words; null if it can be compiled. */
export async function findSchemaProblem(schema: JsonSchema): Promise<string | null> {
  try {
    await compile(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, maxProblemChars) : 'it is no JSON Schema'
  }
}

/** For the model: all properties required, and null where the page does not say. */
export function sentDataSchema(schema: JsonSchema): JsonSchema {
  return withNulls(schema, { scalarsOnly: true })
}

/** Values are valid under the schema itself, but for null, which every property may be. Throws for a schema that can't be compiled. */
export async function createDataSchema(schema: JsonSchema): Promise<AnswerSchema> {
  const validate = await compile(withNulls(schema, { scalarsOnly: false }))
  const checkInTime = createTimedCheck()
  return {
    schema: sentDataSchema(schema),
    unwrap: (answer) => answer,
    findProblem: (value) => (checkInTime(() => validate(value)) ? null : describe(validate.errors ?? [], schema)),
  }
}

/** A regular expression such as `^(a+)+$` can take years. All checks of one answer have this time together, in milliseconds. */
const maxCheckMs = 1000

/** Returns a function that runs checks, and throws invalid_response once they have used up their time. */
function createTimedCheck(): (check: () => boolean) => boolean {
  const context = createContext({ check: () => false })
  let leftMs = maxCheckMs
  return (check) => {
    const startedAt = performance.now()
    try {
      // V8 stops the script wherever it is, even inside a regular expression.
      return runInContext('check()', Object.assign(context, { check }), { timeout: Math.max(1, Math.floor(leftMs)) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      throw new ServiceError('invalid_response', 'Checking the answer against the schema takes too long')
    } finally {
      leftMs -= performance.now() - startedAt
    }
  }
}

const maxProblemChars = 300
/** Violations that the model is told of. */
const maxViolations = 5

const options: Options = {
  // Keywords that JSON Schema does not know say nothing, and formats are for readers.
  strict: false,
  validateFormats: false,
  allErrors: true,
  // Every reference stays a call: copies of what is referred to could grow without end.
  inlineRefs: false,
  // Long lists are compared in a loop, so that their code stays short.
  ...{ loopEnum: 20, loopRequired: 20 },
  logger: false,
}

/** `$schema` chooses between the drafts that differ in how they are read; any other one is read as 2020-12. `$async` is ajv's own. */
async function compile({ $schema, $async, ...schema }: JsonSchema): Promise<ValidateFunction> {
  const isOld = typeof $schema === 'string' && /draft-0[4-7]/.test($schema)
  const { default: Ajv } = isOld ? await import('ajv') : await import('ajv/dist/2020.js')
  return new Ajv.default(options).compile(schema)
}

/** Alternatives fail one by one: the one that is not null says what was meant. */
const ofNull = new Set(['anyOf', 'if'])

function describe(errors: readonly ErrorObject[], schema: JsonSchema): string {
  const isNamed = namesIn(schema)
  const told = errors.filter(({ keyword, params }) => !ofNull.has(keyword) && params.type !== 'null')
  const violations = (told.length > 0 ? told : errors).map(({ instancePath, message }) => {
    const path = instancePath.split('/').slice(1).map(unescapePointer)
    const place = path.map((name) => (/^\d+$/.test(name) || isNamed(name) ? name : '…')).join('.')
    return `${place || 'the whole'}: ${message}`
  })
  return [...new Set(violations)].slice(0, maxViolations).join('; ').slice(0, 1000)
}

/** @see RFC 6901 §4 */
function unescapePointer(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
