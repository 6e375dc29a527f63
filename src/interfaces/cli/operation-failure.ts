/** Output and exit code of a failed operation. */

import { isIPv6 } from 'node:net'
import { errorTable, ServiceError } from '../../base/errors.ts'
import { nearestWord } from '../../base/nearest-word.ts'
import { programName } from '../../base/terminal/program-name.ts'
import type { RegisteredOperation } from '../../operations/registry.ts'
import { errorBodyOf } from '../error-body.ts'
import type { CommandContext } from './command.ts'
import type { CommandFlags } from './help/manual.ts'
import { kebab, mainParameter, withFlags } from './help/parameters.ts'

interface FailureOutput extends Pick<CommandContext, 'out' | 'err' | 'paint' | 'foreign'> {
  operation: Pick<RegisteredOperation, 'input' | 'command'>
  ownFlags?: CommandFlags | undefined
  json: boolean
  requestId: string
}

/** Prints a ServiceError, as its JSON body if `json` is true, and returns the exit code. Rethrows all other errors. */
export function printFailure(error: unknown, output: FailureOutput): number {
  if (!(error instanceof ServiceError)) throw error
  const { json, requestId, out, err } = output
  if (json) out(`${JSON.stringify(errorBodyOf(error, requestId))}\n`)
  else err(failureText(error, output))
  return exitCodeOf(error)
}

function failureText(error: ServiceError, { operation, ownFlags, ...style }: FailureOutput): string {
  const [paint, foreign] = [style.paint.err, style.foreign.err]
  const { input, command = '' } = operation
  const main = mainParameter(operation)
  const call = paint('red', `gleaner ${command}`)
  const flags = Object.keys({ ...input.shape, ...ownFlags }).map(kebab)
  const lines = error.problems.map(({ loc: [, param], msg, type, nearest }) => {
    if (type === 'missing' && param === main) return `${call}: ${main.toUpperCase()} is missing\n`
    const text = withFlags(foreign(msg.replace(/^Value error, /, '')), input.shape)
    if (param === undefined) return `${paint('red', type)}: ${text}\n`
    const flag = foreign(flagOf(param))
    const name = param === main ? main.toUpperCase() : flag
    if (type === 'string_too_short' && msg.endsWith(' 1 character')) return `${call}: ${name} is empty\n`
    if (type === 'extra_forbidden')
      return `${call}: unknown flag ${flag}${meant(nearestWord(kebab(param), flags) ?? (nearest && kebab(nearest)), '--')}\n`
    if (param === main && msg.endsWith('more than once'))
      return `${call}: takes one ${name}; put it in quotes if it contains spaces\n`
    const subject = text.startsWith(flag) ? '' : `${name}: `
    return `${paint('red', type)}: ${subject}${text}${meant(nearest)}\n`
  })
  return `${lines.join('')}${withFlags(foreign(nextStep(error, command)), input.shape)}\n`
}

const flagOf = (param: string) => `${param.length === 1 ? '-' : '--'}${kebab(param)}`

const meant = (word: string | null | undefined, prefix = '') => (word ? `; did you mean ${prefix}${word}?` : '')

/** Differs from the error's own next step if the command line can say more, because its user is the operator. */
function nextStep(error: ServiceError, command: string): string {
  const { type, message, problems, next } = error
  if (type === 'missing' || type === 'extra_forbidden' || next === errorTable.value_error.next)
    return `For help: ${programName()} ${command} --help`
  const [, ip] = /The address (\S+)(?: of \S+)? is not public/.exec(message) ?? []
  if (type === 'address_refused' && ip !== undefined) {
    return `To read pages there, set GLEANER_ALLOW_ADDRESSES=${ip}/${isIPv6(ip) ? 128 : 32}`
  }
  if (type === 'address_refused' && message.includes(' refers to ')) {
    return 'To read pages there, set this to its IP address: GLEANER_ALLOW_ADDRESSES=IP/32'
  }
  if (type === 'model_not_configured')
    return 'Set this variable where Gleaner runs, or omit --prompt and --json-schema.'
  if (/^DNS: the name (?:[^.\s]+|\S+\.(?:html?|md|pdf|txt)) could not/.test(message))
    return 'If this is a file, check its name and folder; only scrape reads files. If it is a URL, check its host.'
  if (message.startsWith("TLS: can't connect")) {
    return "A URL without a scheme gets https://. If the server doesn't support TLS, start the URL with http://."
  }
  if (problems.some(({ type, loc, next }) => type === 'enum' && loc[1] === 'output' && next)) {
    return `To print the whole result as JSON, use --json. ${next}`
  }
  // The problems' lines already contain the suggestions.
  return problems.some(({ nearest }) => nearest) ? next.replace(/^Did you mean .*?\? /, '') : next
}

/** Returns 2 for invalid input, 3 if the target failed, and 4 if the service failed. */
export function exitCodeOf(error: ServiceError): number {
  if (error.type === 'model_failed') return 4
  if (error.status === 502 || error.status === 504) return 3
  return error.status >= 500 ? 4 : 2
}
