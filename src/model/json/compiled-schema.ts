/** Compiles and checks a caller's JSON Schema for answers. This may take forever, so it runs only in a worker thread. */

import { createContext, runInContext } from 'node:vm'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { ServiceError } from '../../base/errors.ts'
import type { JsonSchema } from '../model/language-model.ts'
import { namesIn, withNulls } from './with-nulls.ts'

/** Returns the problem with a JSON Schema, in a few words; null if the schema can be compiled. */
export async function findSchemaProblem(schema: JsonSchema): Promise<string | null> {
  try {
    await compile(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, maxProblemChars) : 'it is not a JSON Schema'
  }
}

/** The schema for the model, with all properties required and null allowed where the page has no value. */
export function sentDataSchema(schema: JsonSchema): JsonSchema {
  return withNulls(schema, { scalarsOnly: true })
}

/**
 * Returns a function that describes the problem with a value; null if the value matches the schema, in which every property may be null.
 * Throws if the schema can't be compiled.
 */
export async function createSchemaCheck(schema: JsonSchema): Promise<(value: unknown) => string | null> {
  const validate = await compile(withNulls(schema, { scalarsOnly: false }))
  const checkInTime = createTimedCheck()
  return (value) => (checkInTime(() => validate(value)) ? null : describe(validate.errors ?? [], schema))
}

/** A regular expression such as `^(a+)+$` can take years. All checks of one answer together get this time, in milliseconds. */
const maxCheckMs = 1000

/** Returns a function that runs checks and throws invalid_response once their time is used up. */
function createTimedCheck(): (check: () => boolean) => boolean {
  const context = createContext({ check: () => false })
  let leftMs = maxCheckMs
  return (check) => {
    const startedAt = performance.now()
    try {
      // V8 can stop the script at any point, even inside a regular expression.
      return runInContext('check()', Object.assign(context, { check }), { timeout: Math.max(1, Math.floor(leftMs)) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      throw new ServiceError('invalid_response', 'Checking the answer against the schema took too long')
    } finally {
      leftMs -= performance.now() - startedAt
    }
  }
}

const maxProblemChars = 300
/** Maximum number of violations reported to the model. */
const maxViolations = 5

const options: Options = {
  // Unknown keywords are ignored, and formats are hints for readers.
  strict: false,
  validateFormats: false,
  allErrors: true,
  // Every reference remains a call, because inlined copies could grow endlessly.
  inlineRefs: false,
  // Compares long lists in a loop, which keeps the generated code short.
  ...{ loopEnum: 20, loopRequired: 20 },
  logger: false,
}

/** `$schema` selects among the drafts that need different handling. Any other value is read as 2020-12. `$async` is an ajv extension. */
async function compile({ $schema, $async, ...schema }: JsonSchema): Promise<ValidateFunction> {
  const isOld = typeof $schema === 'string' && /draft-0[4-7]/.test($schema)
  const { default: Ajv } = isOld ? await import('ajv') : await import('ajv/dist/2020.js')
  return new Ajv.default(options).compile(schema)
}

/** Each alternative fails separately. The error of the non-null one shows the intended schema. */
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
