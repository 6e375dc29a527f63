/** Compiles and checks a caller's JSON Schema for answers. This may take forever, so it runs only in a worker thread. */

import { createContext, runInContext } from 'node:vm'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import { ServiceError } from '../../base/errors.ts'
import { isJsonObject } from '../../base/json-value.ts'
import type { JsonSchema } from '../model/language-model.ts'

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
  return withNulls(schema, true)
}

/**
 * Returns a function that describes the problem with a value; null if the value matches the schema, in which every property may be null.
 * Throws if the schema can't be compiled.
 */
export async function createSchemaCheck(schema: JsonSchema): Promise<(value: unknown) => string | null> {
  const validate = await compile(withNulls(schema, false))
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

/** The paths of errors are JSON pointers. @see RFC 6901 §4 */
function describe(errors: readonly ErrorObject[], schema: JsonSchema): string {
  const json = JSON.stringify(schema)
  // Problems with an answer are sent to the model outside the fence, so they must not include names that a page made it write.
  const isNamed = (name: string) => json.includes(`${JSON.stringify(name)}:`)
  const told = errors.filter(({ keyword, params }) => !ofNull.has(keyword) && params.type !== 'null')
  const violations = (told.length > 0 ? told : errors).map(({ instancePath, message }) => {
    const path = instancePath
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const place = path.map((name) => (/^\d+$/.test(name) || isNamed(name) ? name : '…')).join('.')
    return `${place || 'the whole'}: ${message}`
  })
  return [...new Set(violations)].slice(0, maxViolations).join('; ').slice(0, 1000)
}

/** Keywords that hold schemas by name. The schemas in the first two describe property values. */
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const ofProperties = new Set(['properties', 'patternProperties', 'additionalProperties'])
const single = ['items', 'additionalProperties', 'then', 'else']
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']

/**
 * Allows null for every property's value. Schemas in `not` and `if` don't require a value and stay unchanged. `scalarsOnly` makes only scalars
 * nullable and every property required, because services limit the number of union types.
 */
function withNulls(schema: JsonSchema, scalarsOnly: boolean): JsonSchema {
  const changed: JsonSchema = { ...schema }
  const change = (keyword: string, part: unknown) => {
    if (!isJsonObject(part)) return part
    const inner = withNulls(part, scalarsOnly)
    // In the model's schema, values with arbitrary names stay unchanged, because they are left out if the page lacks them.
    const isValue = scalarsOnly ? keyword === 'properties' : ofProperties.has(keyword)
    return isValue ? nullable(inner, scalarsOnly) : inner
  }
  for (const keyword of named) {
    const parts = schema[keyword]
    if (!isJsonObject(parts)) continue
    changed[keyword] = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(keyword, part)]))
  }
  // If the page lacks a required property, the answer contains null instead of leaving the property out.
  if (scalarsOnly && isJsonObject(schema.properties)) changed.required = Object.keys(schema.properties)
  for (const keyword of single) if (isJsonObject(schema[keyword])) changed[keyword] = change(keyword, schema[keyword])
  for (const keyword of lists) {
    const parts = schema[keyword]
    if (Array.isArray(parts)) changed[keyword] = parts.map((part) => change(keyword, part))
  }
  return scalarsOnly ? changed : withoutExclusion(changed, schema)
}

/** An object of nulls may match several alternatives when exactly one must match. */
function withoutExclusion({ oneOf, ...changed }: JsonSchema, before: JsonSchema): JsonSchema {
  if (oneOf === undefined) return changed
  if (JSON.stringify(oneOf) === JSON.stringify(before.oneOf)) return { ...changed, oneOf }
  const { allOf } = changed
  return { ...changed, allOf: [...(Array.isArray(allOf) ? allOf : []), { anyOf: oneOf }] }
}

function nullable(schema: JsonSchema, scalarsOnly: boolean): JsonSchema {
  const { type, anyOf, oneOf, minItems, minProperties } = schema
  // An empty list or an object of nulls says that the page has no values.
  const mayBeEmpty = !(Number(minItems) > 0) && !(Number(minProperties) > 0)
  if (scalarsOnly && (type === 'array' || type === 'object' || schema.$ref !== undefined) && mayBeEmpty) return schema
  if (type === 'null' || (isPlain(schema) && Array.isArray(type) && type.includes('null'))) return schema
  const variants = [anyOf, oneOf].find(Array.isArray) ?? []
  if (isPlain(schema) && variants.some((variant) => isJsonObject(variant) && variant.type === 'null')) return schema
  return { anyOf: [schema, { type: 'null' }] }
}

/** True if a type that includes null is enough to allow null. An enum may still exclude null. */
function isPlain(schema: JsonSchema): boolean {
  return ['enum', 'const', 'allOf', 'not', 'if'].every((keyword) => schema[keyword] === undefined)
}
