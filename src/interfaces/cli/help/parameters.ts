/** Names of an operation's parameters on the command line, and their groups in help. */

import type { Operation } from '../../../contract/operation.ts'

/** Returns the name of the first parameter, which needs no flag. */
export function mainParameter({ input }: Pick<Operation, 'input'>): string {
  return Object.keys(input.shape)[0] ?? ''
}

/** Returns a flag without its `--`: `max-chars`. */
export const kebab = (param: string) => param.replaceAll('_', '-')

/** Matches possible names of parameters. Common words such as `output` count only before a value, as in `output=links`. */
const parameterPattern = /(?<![-\w?&/])(prompt\b|offset\b|[a-z]+(?:_[a-z]+)+\b|[a-z]+(?==\w))(=true\b|=(?=\w))?/g

/** Writes parameters such as `max_chars`, `render_js=true` or `output=links` as flags. The keys of `shape` are the parameters. */
export function withFlags(text: string, shape: object): string {
  return text.replace(parameterPattern, (word, name: string, value: string | undefined) =>
    Object.hasOwn(shape, name) ? `--${kebab(name)}${value === '=' ? ' ' : ''}` : word,
  )
}

/** Groups in the order shown in help. A parameter belongs to the first group whose pattern matches its name. */
const groups: readonly { title: string; names: RegExp }[] = [
  {
    title: 'What to fetch',
    names:
      /^(url|query|domain|locale|geo_location|device|start_page|pages|headers|cookies|max_age_s)$|^(render|wait|fetch|proxy|browser)_/,
  },
  { title: 'Limits', names: /^(max|min|timeout)_|^offset$|_(ms|s|chars|bytes|tokens)$/ },
  { title: 'What to return', names: /^/ },
]

/** The last two groups contain the flags that the command line adds. */
export const groupTitles = ['What to fetch', 'What to return', 'Limits', 'Several pages', 'Output'] as const

export type GroupTitle = (typeof groupTitles)[number]

export function groupOf(parameter: string): string {
  return groups.find(({ names }) => names.test(parameter))?.title ?? 'What to return'
}
