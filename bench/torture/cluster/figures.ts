/** Measures the effect of each fault: when the next answer arrived, how many answers were lost, and over what period. */

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

/** A past fault. Times are in seconds, and null for events that didn't happen. */
export interface FaultFigures {
  name: string
  /** Time since the run began, and the number of requests before it. */
  atS: number
  atRequest: number
  lastedS: number
  /** Time from the start of the fault to the arrival of the first fetched page and of the first rendered page requested after it. */
  fetchedAfterS: number | null
  renderedAfterS: number | null
  /** Requests that failed because of the service or got no answer, by outcome, and the time of the last failure. */
  lost: string
  lastLostAfterS: number | null
  /** Time from the end of the fault until every part was ready without warnings. */
  readyAfterS: number | null
}

interface AttemptLog {
  add(ask: Ask, known: Known, sentAt: number): void
  /** True if both a fetched and a rendered page that were requested after this time have arrived. */
  hasAnswered(since: number): boolean
  /** Returns the outcomes of requests that were under way between `since` and `until`. */
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

/** Returns the rows of the human-readable table. */
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
