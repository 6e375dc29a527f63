/** Metrics counted from events. Labels have few values, which clients can't choose, so they never contain hosts, URLs, keys or prompts. */

import { type Events, subscribe } from '../../../base/events.ts'
import { stageNames } from '../../../base/stages.ts'

/** A counter that each event increments, or a histogram of the durations of events. */
export interface EventMetric {
  name: string
  help: string
  kind: 'counter' | 'histogram'
  labels: readonly string[]
  /** Upper bounds of the histogram's buckets, in seconds. */
  buckets: number[]
  /** Calls `observe` for each event. Returns a function that stops these calls. */
  listen(observe: (labels: Record<string, string>, value: number) => void): () => void
}

type NamelessMetric = Omit<EventMetric, 'name'>

interface Row<Event> {
  help: string
  /** Fields of the event that are labels. A field that is null has the label `none`. */
  labels?: readonly (keyof Event & string)[]
  /** Functions that return the values of other labels. */
  derived?: Readonly<Record<string, (event: Event) => string>>
}

/** The buckets cover everything from a cached response to the maximum time limit. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]

/** A short page is parsed within a millisecond. */
const stageBuckets = [0.001, 0.0025, ...requestBuckets.slice(0, -2)]

/** Methods that are counted separately. Clients may send about forty others. */
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

const rows: Readonly<Record<string, NamelessMetric>> = {
  gleaner_operations_total: counter('gleaner:operation', {
    help: 'Finished operations. outcome: ok, the error type, or cancelled.',
    labels: ['operation', 'transport', 'outcome'],
  }),
  gleaner_operation_duration_seconds: histogram('gleaner:operation', {
    help: 'Duration of an operation, including time in queues.',
    labels: ['operation', 'transport'],
  }),
  gleaner_credits_charged_total: counter('gleaner:operation', {
    help: 'Credits charged for operations. If the service runs without keys, this counts prices, although nothing is charged.',
    labels: ['operation'],
    value: ({ creditsCharged }) => creditsCharged,
  }),
  gleaner_stage_duration_seconds: histogram('gleaner:stage', {
    help: `Duration of one stage of a request: ${stageNames.join(', ')}.`,
    labels: ['stage'],
    buckets: stageBuckets,
  }),
  gleaner_http_responses_total: counter('gleaner:http', {
    help: "Finished HTTP requests. route: path of one of the service's routes, or none; status: none if the client disconnected first.",
    labels: ['route', 'status'],
    derived: { method: ({ method }) => (methods.has(method) ? method : 'other') },
  }),
  gleaner_http_response_duration_seconds: histogram('gleaner:http', {
    help: 'Time from the request head to the end of the response.',
    labels: ['route'],
  }),
  gleaner_limit_refusals_total: counter('gleaner:limit', {
    help: 'Requests and connections refused because of a limit.',
    labels: ['limit'],
  }),
  gleaner_fetch_hops_total: counter('gleaner:fetch', {
    help: 'Requests to sites. Each redirect counts as a request. outcome: status class, or error type.',
    derived: { outcome: ({ status, error }) => error ?? `${String(status).charAt(0)}xx` },
  }),
  gleaner_fetch_received_bytes_total: counter('gleaner:fetch', {
    help: 'Bytes of response bodies from sites, as transferred.',
    value: ({ bytes }) => bytes,
  }),
  gleaner_fetch_hop_duration_seconds: histogram('gleaner:fetch', {
    help: 'Duration of one request to a site.',
  }),
  gleaner_renders_total: counter('gleaner:render', {
    help: 'Pages loaded in the browser. outcome: complete, incomplete, or error type.',
    derived: { outcome: ({ error, complete }) => error ?? (complete ? 'complete' : 'incomplete') },
  }),
  gleaner_render_duration_seconds: histogram('gleaner:render', {
    help: 'Time that one page takes in the browser, including the wait for a free slot.',
  }),
  gleaner_browser_events_total: counter('gleaner:browser', {
    help: 'Browsers that started or exited, and farms without a browser. event: started, ended or away.',
    labels: ['event'],
  }),
  gleaner_model_calls_total: counter('gleaner:model', {
    help: 'Calls to the language model, including retries. outcome: ok, or kind of error.',
    labels: ['model'],
    derived: { outcome: ({ error }) => error ?? 'ok' },
  }),
  gleaner_model_call_duration_seconds: histogram('gleaner:model', {
    help: 'Duration of one call to the language model.',
    labels: ['model'],
  }),
  gleaner_model_input_tokens_total: tokens(
    'Tokens read by the language model, including cached ones.',
    ({ inputTokens }) => inputTokens,
  ),
  gleaner_model_cached_tokens_total: tokens(
    "Input tokens read from the model's cache.",
    ({ cachedTokens }) => cachedTokens,
  ),
  gleaner_model_output_tokens_total: tokens(
    'Tokens written by the language model.',
    ({ outputTokens }) => outputTokens,
  ),
  gleaner_result_pages_total: counter('gleaner:result-page', {
    help: 'Result pages read by google_ads, by status.',
    labels: ['status', 'rendered'],
  }),
  gleaner_storage_failures_total: counter('gleaner:storage', {
    help: 'Database statements that failed or received no response.',
  }),
  gleaner_reservations_swept_total: counter('gleaner:sweep', {
    help: 'Reservations that were released because their process had died.',
    value: ({ released }) => released,
  }),
  gleaner_faults_total: counter('gleaner:fault', {
    help: 'Unexpected errors. Each one is a bug and is logged.',
  }),
  gleaner_lifecycle_events_total: counter('gleaner:lifecycle', {
    help: 'Log events such as sweep_failed, outcome_not_on_disk, database_connection_lost, redis_away.',
    labels: ['event'],
  }),
}

export const eventMetrics: readonly EventMetric[] = Object.entries(rows).map(([name, row]) => ({ name, ...row }))

/** `value` returns the amount that an event adds. Default: 1. */
function counter<Name extends keyof Events>(
  channel: Name,
  { value = () => 1, ...row }: Row<Events[Name]> & { value?(event: Events[Name]): number },
): NamelessMetric {
  return { ...metric(channel, row, value), kind: 'counter', buckets: [] }
}

function tokens(help: string, value: (event: Events['gleaner:model']) => number): NamelessMetric {
  return counter('gleaner:model', { help, labels: ['model'], value })
}

type Timed = { [Name in keyof Events]: Events[Name] extends { durationMs: number } ? Name : never }[keyof Events]

function histogram<Name extends Timed>(
  channel: Name,
  { buckets = requestBuckets, ...row }: Row<Events[Name]> & { buckets?: number[] },
): NamelessMetric {
  return { ...metric(channel, row, ({ durationMs }) => durationMs / 1000), kind: 'histogram', buckets }
}

function metric<Name extends keyof Events>(
  channel: Name,
  { help, labels = [], derived = {} }: Row<Events[Name]>,
  value: (event: Events[Name]) => number,
): Omit<EventMetric, 'name' | 'kind' | 'buckets'> {
  const read = (event: Events[Name]) => {
    // A loop, because every request emits about fifteen events.
    const values: Record<string, string> = {}
    for (const label of labels) values[label] = String(event[label] ?? 'none')
    for (const label in derived) values[label] = derived[label]?.(event) ?? ''
    return values
  }
  return {
    help,
    labels: [...labels, ...Object.keys(derived)],
    listen: (observe) => subscribe(channel, (event) => observe(read(event), value(event))),
  }
}
