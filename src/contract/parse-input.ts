/** Checks raw parameters against an operation's input and reports all problems together, with Pydantic's names. */

import type { z } from 'zod'
import { type ErrorType, type Problem, ServiceError } from '../base/errors.ts'
import { nearestWord } from '../base/nearest-word.ts'
import type { InputRule, Operation } from './operation.ts'
import { parameterKind, tooLong } from './parameters.ts'

/** Returns the error body's entry for an invalid parameter. */
export function parameterProblem(param: string, type: ErrorType, msg: string): Problem {
  return { loc: ['query', param.length > maxNameChars ? `${param.slice(0, maxNameChars - 1)}…` : param], msg, type }
}

/** Longer parameter names are truncated in problems, because they may be megabytes long. */
const maxNameChars = 100

/**
 * Returns the operation's input with its defaults filled in. Throws a ServiceError with one problem for each fault. `faulty` holds the
 * problems with parameters that the transport couldn't read. `rules` are checked after the operation's own rules.
 * @example
 * parseInput(explain, { url: 'https://example.com/' }).timeout_ms // 30_000
 * parseInput(explain, { url: 'example.com' }) // throws url_parsing
 */
export function parseInput<Input extends z.ZodObject>(
  operation: Pick<Operation<Input>, 'input' | 'rules'>,
  raw: Readonly<Record<string, unknown>>,
  faulty: readonly Problem[] = [],
  rules: readonly InputRule<z.output<Input>>[] = [],
): z.output<Input> {
  const shape = operation.input.shape
  const values: Record<string, unknown> = {}
  const problems: Problem[] = faulty.filter(({ loc }) => loc.length > 1)
  const reported = new Set(faulty.map(({ loc }) => loc[1]))

  for (const [param, schema] of Object.entries(shape)) {
    if (reported.has(param)) continue
    const value = Object.hasOwn(raw, param) ? raw[param] : undefined
    const parsed = (schema as z.ZodType).safeParse(value)
    // The last issue describes the problem with the parameter. An issue from zod's own bound on integers may precede it.
    const issue = parsed.error?.issues.at(-1)
    const isDropped = hasPrototypeKey(value) && parameterKind(schema as z.ZodType) !== 'unknown'
    if (isDropped) problems.push(parameterProblem(param, 'value_error', prototypeKeyGiven))
    else if (!issue) values[param] = parsed.data
    else if (value === undefined) problems.push(parameterProblem(param, 'missing', 'Field required'))
    else problems.push({ ...toProblem(param, schema as z.ZodType, issue), ...nearestValue(value, issue) })
  }
  for (const param of Object.keys(raw)) {
    if (!Object.hasOwn(shape, param) && !reported.has(param)) {
      problems.push({
        ...parameterProblem(param, 'extra_forbidden', 'Extra inputs are not permitted'),
        ...nearest(param, Object.keys(shape)),
      })
    }
  }
  const checked = values as z.output<Input>
  for (const rule of [...operation.rules, ...rules]) {
    const message = problems.some(({ loc }) => loc[1] === rule.param) ? null : rule.check(checked)
    if (message !== null) problems.push(parameterProblem(rule.param, 'value_error', message))
  }
  problems.push(...faulty.filter(({ loc }) => loc.length < 2))
  const [first, ...rest] = problems
  if (first) throw ServiceError.fromProblems([first, ...rest])
  return checked
}

/** True if an object has the key that Zod's records silently drop. */
function hasPrototypeKey(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
}

/** Parameters of other services that nothing here resembles, in lower case (docs/migrate.md). */
const foreignNames: Readonly<Record<string, string>> = {
  ...{ format: 'output', formats: 'output', return_format: 'output', onlymaincontent: 'main_content' },
  ...{ includetags: 'css_selector', target_selector: 'css_selector', excludetags: 'exclude_selector' },
  ...{ remove_selector: 'exclude_selector', waitfor: 'wait_for', maxage: 'max_age_s', q: 'query', keyword: 'query' },
}

function nearest(given: string, words: Iterable<string>): Pick<Problem, 'nearest'> {
  const foreign = foreignNames[given.toLowerCase()] ?? ''
  const all = [...words]
  const word = all.includes(foreign) ? foreign : nearestWord(given.toLowerCase(), all)
  return word === null ? {} : { nearest: word }
}

function nearestValue(value: unknown, issue: z.core.$ZodIssue): Pick<Problem, 'nearest'> {
  return issue.code === 'invalid_value' && typeof value === 'string' ? nearest(value, issue.values.map(String)) : {}
}

const prototypeKeyGiven = "Value error, __proto__ can't be used as a name"

const typeNames: Record<string, [ErrorType, string]> = {
  string: ['string_type', 'Input should be a valid string'],
  boolean: ['bool_parsing', 'Input should be a valid boolean'],
  number: ['float_parsing', 'Input should be a valid number'],
  int: ['int_parsing', 'Input should be a valid integer'],
  record: ['value_error', 'Value error, this should be an object that maps names to strings'],
  array: ['value_error', 'Value error, this should be a list'],
}

/** Converts a zod issue into a problem with Pydantic's type and message. */
function toProblem(param: string, schema: z.ZodType, issue: z.core.$ZodIssue): Problem {
  switch (issue.code) {
    case 'invalid_type': {
      const [type, message] = typeNames[parameterKind(schema)] ?? [
        'value_error',
        `Value error, expected ${issue.expected}`,
      ]
      return parameterProblem(param, type, message)
    }
    case 'too_small':
      return issue.origin === 'string'
        ? parameterProblem(
            param,
            'string_too_short',
            `String should have at least ${countOf(issue.minimum, 'character')}`,
          )
        : parameterProblem(param, 'greater_than_equal', `Input should be greater than or equal to ${issue.minimum}`)
    case 'too_big':
      if (issue.origin === 'array') {
        return parameterProblem(
          param,
          'value_error',
          `Value error, there should be at most ${countOf(issue.maximum, 'item')}`,
        )
      }
      return issue.origin === 'string'
        ? parameterProblem(param, 'string_too_long', tooLong(issue.maximum))
        : parameterProblem(param, 'less_than_equal', `Input should be less than or equal to ${issue.maximum}`)
    case 'invalid_value':
      return parameterProblem(
        param,
        'enum',
        `Input should be ${alternatives(issue.values.map((value) => `'${String(value)}'`))}`,
      )
    case 'custom':
      return parameterProblem(param, (issue.params?.type as ErrorType | undefined) ?? 'value_error', issue.message)
    default:
      return parameterProblem(param, 'value_error', `Value error, ${issue.message}`)
  }
}

function countOf(n: number | bigint, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function alternatives(values: string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
