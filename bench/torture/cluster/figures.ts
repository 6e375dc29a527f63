/** What each fault did to the answers: when the first came after it, how many were lost, and for how long. */

import type { Known } from './answers.ts'
import type { Ask } from './asks.ts'

/** One attempt, on the clock of `performance.now()`. */
interface Attempt {
  path: Ask['path']
  sentAt: number
  endedAt: number
  how: 'result' | 'lost' | 'other'
  label: string
}

/** A fault that has been. Seconds; null for what did not happen. */
export interface FaultFigures {
  name: string
  /** Since the run began, and requests before it. */
  atS: number
  atRequest: number
  lastedS: number
  /** From its beginning to the first result of a page that was asked for after it: fetched, and rendered. */
  fetchedAfterS: number | null
  renderedAfterS: number | null
  /** Requests without an answer, or with one that says that the service could not, by how they ended, and when the last of them did. */
  lost: string
  lastLostAfterS: number | null
  /** From its end until every part was ready without a warning. */
  readyAfterS: number | null
}

interface AttemptLog {
  add(ask: Ask, known: Known, sentAt: number): void
  /** Whether there was a result of each path for what was asked for after this time. */
  hasAnswered(since: number): boolean
  /** What became of requests under way between `since` and `until`. */
  between(
    since: number,
    until: number,
  ): Pick<FaultFigures, 'fetchedAfterS' | 'renderedAfterS' | 'lost' | 'lastLostAfterS'>
}

export function createAttemptLog(): AttemptLog {
  const attempts: Attempt[] = []
  const firstResult = (path: Ask['path'], since: number) => {
    const ends = attempts.filter((one) => one.path === path && one.how === 'result' && one.sentAt >= since)
    return ends.length === 0 ? null : Math.min(...ends.map(({ endedAt }) => endedAt))
  }
  const seconds = (since: number, at: number | null) => (at === null ? null : (at - since) / 1000)
  return {
    add(ask, known, sentAt) {
      attempts.push({ path: ask.path, sentAt, endedAt: performance.now(), how: howOf(ask, known), label: known.label })
    },
    hasAnswered: (since) => firstResult('fetched', since) !== null && firstResult('rendered', since) !== null,
    between(since, until) {
      const lost = attempts.filter(({ how, sentAt, endedAt }) => how === 'lost' && endedAt >= since && sentAt < until)
      return {
        fetchedAfterS: seconds(since, firstResult('fetched', since)),
        renderedAfterS: seconds(since, firstResult('rendered', since)),
        lost: [...Map.groupBy(lost, ({ label }) => label.replace('mcp: ', ''))]
          .map(([label, { length }]) => `${length} ${label}`)
          .join(', '),
        lastLostAfterS: lost.length === 0 ? null : seconds(since, Math.max(...lost.map(({ endedAt }) => endedAt))),
      }
    },
  }
}

function howOf({ kind, sequel }: Ask, known: Known): Attempt['how'] {
  if (known.state === 'answered' && /^(mcp: )?200$/.test(known.label)) return 'result'
  const isWanted =
    sequel === 'cancels' || sequel === 'leaves' || kind === 'unreachable' || known.label.startsWith('409')
  return !isWanted && (known.state === 'unknown' || /^(mcp: )?50\d/.test(known.label)) ? 'lost' : 'other'
}

/** Rows of a table that a person reads. */
export function faultRows(faults: readonly FaultFigures[]): string[][] {
  const shown = (value: number | null) => (value === null ? '—' : value.toFixed(1))
  return [
    [
      ...['fault', 'at s', 'at request', 'lasted s', 'fetched page after s', 'rendered page after s', 'ready after s'],
      ...['last lost after s', 'answers lost'],
    ],
    ...faults.map((one) => [
      ...[one.name, one.atS.toFixed(0), String(one.atRequest), shown(one.lastedS), shown(one.fetchedAfterS)],
      ...[shown(one.renderedAfterS), shown(one.readyAfterS), shown(one.lastLostAfterS), one.lost],
    ]),
  ]
}
