/** Names of an operation's parameters on the command line. */

import type { Operation } from '../../../contract/operation.ts'

/** Returns the name of the first parameter, which needs no flag. */
export function mainParameter({ input }: Pick<Operation, 'input'>): string {
  return Object.keys(input.shape)[0] ?? ''
}

/** Returns a flag without hyphens: `max-chars`. */
export const kebab = (param: string) => param.replaceAll('_', '-')

/** Writes parameter names such as `max_chars` as flags. The keys of `shape` are the parameters. */
export function withFlags(text: string, shape: object): string {
  return text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => (Object.hasOwn(shape, word) ? `--${kebab(word)}` : word))
}
