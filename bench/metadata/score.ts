/** Scores one metadata field against the value from another source. */

export const judgedFields = ['title', 'author', 'published_at', 'site_name'] as const
export type JudgedField = (typeof judgedFields)[number]

/** Values that a page states: null if it states none, and missing if the field wasn't checked. */
export type StatedFields = Partial<Record<JudgedField, string | null>>

/**
 * `exact`: equal except for case, white space and quotes. `contains`: one contains the other, such as a title with the site name. `same
 * day`: dates on one day, or times at most 14 hours apart, because many truths are in UTC. `other`: another value. `null`: a stated value
 * wasn't found. `none`: no value was stated or returned. `invented`: a value was returned, but none was stated.
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

/** Reads a time without an offset as UTC instead of in this machine's time zone. */
function withZone(date: string): string {
  return /T[\d:.]+$/.test(date) ? `${date}Z` : date
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/[’‘`]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, ' ').trim()
}
