/** The form of a metric that is counted from the events of a channel. */

import { type Events, subscribe } from '../../../base/events.ts'

/** A counter that each event adds to, or a histogram that each event is a value of. */
export interface EventMetric {
  name: string
  help: string
  kind: 'counter' | 'histogram'
  labels: readonly string[]
  /** Upper bounds of a histogram's buckets, in seconds. */
  buckets?: readonly number[]
  /** Calls `observe` for each event. Returns a function that ends it. */
  listen(observe: (labels: Record<string, string>, value: number) => void): () => void
}

/** A metric as it is written in the table. */
interface MetricRow<Event> extends Pick<EventMetric, 'name' | 'help' | 'kind' | 'buckets'> {
  /** By label, what an event says of it. */
  labels: Readonly<Record<string, (event: Event) => string>>
  /** 1 by default. */
  value?(event: Event): number
}

/** The metrics of one channel. */
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
