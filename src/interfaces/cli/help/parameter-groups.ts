/** The groups in which the help lists the parameters of an operation. */

/** In the order of the help; a parameter belongs to the first group whose pattern its name matches. */
const groups: readonly { title: string; names: RegExp }[] = [
  {
    title: 'What to fetch',
    names:
      /^(url|query|domain|locale|geo_location|device|start_page|pages|headers|cookies|max_age_s)$|^(render|wait|fetch|proxy|browser)_/,
  },
  { title: 'Limits', names: /^(max|min|timeout)_|^offset$|_(ms|s|chars|bytes|tokens)$/ },
  { title: 'What to return', names: /^/ },
]

/** The last two have what the command line adds. */
export const groupTitles = ['What to fetch', 'What to return', 'Limits', 'Several pages', 'Output'] as const

export type GroupTitle = (typeof groupTitles)[number]

/** The group of a parameter, also of one that no pattern names. */
export function groupOf(parameter: string): string {
  return groups.find(({ names }) => names.test(parameter))?.title ?? 'What to return'
}
