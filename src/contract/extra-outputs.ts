/** Additional outputs for one page: the parameter that lists them, and the parameters that it can't be combined with. */

import { z } from 'zod'

const maxExtraOutputs = 5

/** A list of 0–5 outputs. An empty list requests nothing. */
export function extraOutputs<const Outputs extends readonly [string, ...string[]]>(outputs: Outputs) {
  return z
    .array(z.enum(outputs))
    .max(maxExtraOutputs)
    .optional()
    .meta({
      description:
        "Up to 5 more outputs of the same page, named as in output, in full at no extra cost. Can't be combined with prompt or offset.",
      examples: [['links', 'emails']],
    })
}

/** The field `extra` of the result, which contains the contents, keyed by output name. */
export function extraOf<const Outputs extends readonly [string, ...string[]], Content extends z.ZodType>(
  outputs: Outputs,
  content: Content,
) {
  return z
    .partialRecord(z.enum(outputs), content.nullable())
    .nullable()
    .describe(
      'The outputs listed in extra_outputs, in full and in that order; null for an output that the page lacks. Null if extra_outputs is not set.',
    )
}

const aliases: Readonly<Record<string, string>> = { links: 'all_links', emails: 'email_addresses' }

interface CheckedInput {
  extra_outputs?: readonly string[] | undefined
  output?: string
  offset?: number
  readonly [param: string]: unknown
}

/** Returns the reason why `extra_outputs` can't be combined with the other parameters, or null. */
export function checkExtraOutputs(input: CheckedInput): string | null {
  const { extra_outputs: names = [], output = '', offset = 0 } = input
  if (names.length === 0) return null
  const problem = besideTakenContent('extra_outputs', input)
  if (problem !== null) return problem
  if (offset > 0) return "Value error, extra_outputs can't be combined with offset: only the first piece has extra"
  const repeated = names.find((name, at) =>
    [output, ...names.slice(0, at)].some((one) => meaningOf(one) === meaningOf(name)),
  )
  return repeated === undefined ? null : `Value error, extra_outputs names ${repeated}, which is already requested`
}

function meaningOf(output: string): string {
  return aliases[output] ?? output
}

const takers = ['prompt', 'json_schema', 'extract_rules']

/** Returns the problem if a parameter that needs the page itself is combined with one of these, or null. */
export function besideTakenContent(param: string, input: Readonly<Record<string, unknown>>): string | null {
  const other = takers.find((taker) => input[taker] !== undefined)
  return other === undefined ? null : `Value error, ${param} can't be combined with ${other}`
}
