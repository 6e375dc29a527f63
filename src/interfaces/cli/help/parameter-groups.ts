/** Groups of an operation's parameters in help. */

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
