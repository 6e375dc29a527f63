/** A metric counted from the events of a channel. */

import { type Events, subscribe } from '../../../base/events.ts'

/** A counter that each event increments, or a histogram that each event adds a value to. */
export interface EventMetric {
  name: string
  help: string
  kind: 'counter' | 'histogram'
  labels: readonly string[]
  /** Upper bounds of the histogram's buckets, in seconds. */
  buckets?: readonly number[]
  /** Calls `observe` for each event. Returns a function that stops it. */
  listen(observe: (labels: Record<string, string>, value: number) => void): () => void
}

/** A row of the table of metrics. */
interface MetricRow<Event> extends Pick<EventMetric, 'name' | 'help' | 'kind' | 'buckets'> {
  /** Functions that return the value of each label. */
  labels: Readonly<Record<string, (event: Event) => string>>
  /** Value of an event. Default: 1. */
  value?(event: Event): number
}

/** Builds the metrics of one channel. */
export function on<Name extends keyof Events>(
  channel: Name,
  rows: readonly MetricRow<Events[Name]>[],
): readonly EventMetric[] {
  return rows.map(({ labels, value = () => 1, ...row }) => {
    const sayings = Object.entries(labels)
    return {
      ...row,
      labels: Object.keys(labels),
      listen: (observe) =>
        subscribe(channel, (event) => {
          const said = sayings.map(([label, say]) => [label, say(event)])
          observe(Object.fromEntries(said), value(event))
        }),
    }
  })
}
