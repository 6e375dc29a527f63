/** The rules of `scrape` that involve several parameters: which can't be combined, and which need another one (docs/scrape.md). */

import type { InputRule } from './operation.ts'
import { takesScreenshot } from './screenshot.ts'

interface CheckedInput {
  output?: string | undefined
  extra_outputs?: readonly string[] | undefined
  offset?: number | undefined
  render_js?: boolean | undefined
  render_if_needed?: boolean | undefined
  readonly [param: string]: unknown
}

/** Parameters that replace the content of the page. */
const takers = ['prompt', 'json_schema', 'extract_rules']

export const scrapeRules: readonly InputRule<CheckedInput>[] = [
  { param: 'extra_outputs', check: checkExtraOutputs },
  {
    param: 'wait_for',
    check: (input) => {
      if (input.wait_for === undefined || input.render_js || input.render_if_needed || takesScreenshot(input))
        return null
      return 'Value error, wait_for needs render_js or render_if_needed'
    },
  },
  {
    param: 'output',
    check: (input) =>
      takesScreenshot(input) ? refuse('a screenshot', [...takers, 'highlights', 'quotes', 'offset'], input) : null,
  },
  { param: 'highlights', check: (input) => checkPassages('highlights', takers, input) },
  { param: 'quotes', check: (input) => checkPassages('quotes', ['highlights', 'if_hash', ...takers], input) },
  {
    param: 'if_hash',
    check: (input) => {
      if (input.if_hash === undefined) return null
      return refuse('if_hash', ['offset', 'output=screenshot', 'prompt', 'json_schema'], input)
    },
  },
  {
    param: 'extract_rules',
    check: (input) =>
      input.extract_rules === undefined ? null : refuse('extract_rules', ['output', 'json_schema', 'prompt'], input),
  },
  {
    param: 'model',
    check: ({ model, prompt, json_schema }) =>
      model !== undefined && prompt === undefined && json_schema === undefined
        ? 'Value error, model needs prompt or json_schema'
        : null,
  },
]

/** Returns the problem if one of the other parameters is set too, or null. */
function refuse(what: string, others: readonly string[], input: CheckedInput): string | null {
  const other = others.find((name) => isSet(name, input))
  return other === undefined ? null : `Value error, ${what} can't be combined with ${other}`
}

/** True if the parameter differs from its default, or if it has the value in `name`. */
function isSet(name: string, input: CheckedInput): boolean {
  const { output = 'markdown', offset = 0 } = input
  if (name === 'offset') return offset > 0
  if (name === 'output') return output !== 'markdown'
  return name === `output=${output}` || input[name] !== undefined
}

function checkPassages(param: 'highlights' | 'quotes', others: readonly string[], input: CheckedInput): string | null {
  if (input[param] === undefined) return null
  if (isSet('output', input)) return `Value error, ${param} needs output=markdown`
  if (isSet('offset', input)) return `Value error, ${param} returns one piece: offset must be 0`
  return refuse(param, others, input)
}

function checkExtraOutputs(input: CheckedInput): string | null {
  const { extra_outputs: names = [], output = '' } = input
  if (names.length === 0) return null
  const problem = refuse('extra_outputs', [...takers, 'offset'], input)
  if (problem !== null) return problem.endsWith('offset') ? `${problem}: only the first piece has extra` : problem
  const repeated = names.find((name, at) =>
    [output, ...names.slice(0, at)].some((one) => meaningOf(one) === meaningOf(name)),
  )
  return repeated === undefined ? null : `Value error, extra_outputs names ${repeated}, which is already requested`
}

const aliases: Readonly<Record<string, string>> = { links: 'all_links', emails: 'email_addresses' }

function meaningOf(output: string): string {
  return aliases[output] ?? output
}
