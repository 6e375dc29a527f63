/** Further outputs of one page: the list that names them, and what it can't be combined with. */

import { z } from 'zod'
import { besideTakenContent } from './taken-content.ts'

const maxExtraOutputs = 5

/** A list of 0–5 of the outputs. An empty one asks for nothing. */
export function extraOutputs<const Outputs extends readonly [string, ...string[]]>(outputs: Outputs) {
  return z
    .array(z.enum(outputs))
    .max(maxExtraOutputs)
    .optional()
    .meta({
      description:
        'Up to 5 further outputs of the same page, whole, in extra: one fetch, one price. Not with prompt or offset.',
      examples: [['links', 'emails']],
    })
}

/** The result's field with their contents, by name. */
export function extraOf<const Outputs extends readonly [string, ...string[]], Content extends z.ZodType>(
  outputs: Outputs,
  content: Content,
) {
  return z
    .partialRecord(z.enum(outputs), content.nullable())
    .nullable()
    .describe(
      'What extra_outputs names, by name and in its order, whole; null for one that the page does not have. Null without extra_outputs.',
    )
}

/** Outputs that are the same under two names. */
const aliases: Readonly<Record<string, string>> = { links: 'all_links', emails: 'email_addresses' }

interface CheckedInput {
  extra_outputs?: readonly string[] | undefined
  output?: string
  offset?: number
  readonly [param: string]: unknown
}

/** What is wrong with `extra_outputs` beside the other parameters, or null. */
export function checkExtraOutputs(input: CheckedInput): string | null {
  const { extra_outputs: names = [], output = '', offset = 0 } = input
  if (names.length === 0) return null
  const problem = besideTakenContent('extra_outputs', input)
  if (problem !== null) return problem
  if (offset > 0) return "Value error, extra_outputs can't be combined with an offset: a later piece has no extra"
  const repeated = names.find((name, at) =>
    [output, ...names.slice(0, at)].some((one) => meaningOf(one) === meaningOf(name)),
  )
  return repeated === undefined ? null : `Value error, extra_outputs names ${repeated}, which is asked for already`
}

function meaningOf(output: string): string {
  return aliases[output] ?? output
}
