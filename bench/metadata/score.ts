/** How one field of metadata is judged by what others found on the page. */

export const judgedFields = ['title', 'author', 'published_at', 'site_name'] as const
export type JudgedField = (typeof judgedFields)[number]

/** What a page states; null where it states nothing. A field that nobody looked at is missing. */
export type StatedFields = Partial<Record<JudgedField, string | null>>

/**
 * `exact`: equal but for case, white space and the form of quotes. `contains`: one holds the other, such as a title the name of the site. `same
 * day`: dates of one calendar day, or instants at most 14 hours apart, since many truths are in UTC. `other`: another value.
 * `null`: a stated value was not found. `none`: nothing is stated, and nothing given. `invented`: nothing is stated, and something given.
 */
export type Verdict = 'exact' | 'contains' | 'same day' | 'other' | 'null' | 'none' | 'invented'

export const rightVerdicts: ReadonlySet<Verdict> = new Set(['exact', 'contains', 'same day'])

export function judgeField(field: JudgedField, given: string | null, stated: string | null): Verdict {
  if (stated === null) return given === null ? 'none' : 'invented'
  if (given === null) return 'null'
  if (field === 'published_at') return isSameDay(given, stated) ? 'same day' : 'other'
  const [one, other] = [plain(given), plain(stated)]
  if (one === other) return 'exact'
  return one.includes(other) || other.includes(one) ? 'contains' : 'other'
}

const farthestOffsetMs = 14 * 3600_000

function isSameDay(given: string, stated: string): boolean {
  if (given.slice(0, 10) === stated.slice(0, 10)) return true
  return Math.abs(Date.parse(withZone(given)) - Date.parse(withZone(stated))) <= farthestOffsetMs
}

/** A time without an offset is read as UTC, not as this machine's. */
function withZone(date: string): string {
  return /T[\d:.]+$/.test(date) ? `${date}Z` : date
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘`]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim()
}
