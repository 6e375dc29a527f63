/** The table of metrics that are counted from events. A label has few values, none of them chosen by a client: no host, URL, key or prompt. */

import { stageNames } from '../../../base/stages.ts'
import { type EventMetric, on } from './event-metric.ts'

/** From an answer out of memory to the longest time limit. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]

/** A short page is parsed within a millisecond. */
const stageBuckets = [0.001, 0.0025, ...requestBuckets.slice(0, -2)]

/** Methods as they are counted; a client may send any of some forty. */
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

const seconds = ({ durationMs }: { durationMs: number }) => durationMs / 1000

export const eventMetrics: readonly EventMetric[] = [
  ...on('gleaner:operation', [
    {
      name: 'gleaner_operations_total',
      help: 'Operations that ended. outcome: ok, the type of the error, or cancelled.',
      kind: 'counter',
      labels: { operation: byOperation, transport: byTransport, outcome: ({ outcome }) => outcome },
    },
    {
      name: 'gleaner_operation_duration_seconds',
      help: 'Time from the start of an operation to its end, waiting in queues included.',
      kind: 'histogram',
      labels: { operation: byOperation, transport: byTransport },
      value: seconds,
      buckets: requestBuckets,
    },
    {
      name: 'gleaner_credits_charged_total',
      help: 'Credits that operations charged. Without keys the price counts, which nobody pays.',
      kind: 'counter',
      labels: { operation: byOperation },
      value: ({ creditsCharged }) => creditsCharged,
    },
  ]),
  ...on('gleaner:stage', [
    {
      name: 'gleaner_stage_duration_seconds',
      help: `Time of one stage of a request: ${stageNames.join(', ')}.`,
      kind: 'histogram',
      labels: { stage: ({ stage }) => stage },
      value: seconds,
      buckets: stageBuckets,
    },
  ]),
  ...on('gleaner:http', [
    {
      name: 'gleaner_http_responses_total',
      help: 'HTTP exchanges that ended. route: the path of a route of this service, or none; status: none where the client left before.',
      kind: 'counter',
      labels: {
        method: ({ method }) => (methods.has(method) ? method : 'other'),
        route: byRoute,
        status: ({ status }) => String(status ?? 'none'),
      },
    },
    {
      name: 'gleaner_http_response_duration_seconds',
      help: 'Time from the head of a request to the end of its response.',
      kind: 'histogram',
      labels: { route: byRoute },
      value: seconds,
      buckets: requestBuckets,
    },
  ]),
  ...on('gleaner:limit', [
    {
      name: 'gleaner_limit_refusals_total',
      help: 'Requests and connections that a limit refused.',
      kind: 'counter',
      labels: { limit: ({ limit }) => limit },
    },
  ]),
  ...on('gleaner:fetch', [
    {
      name: 'gleaner_fetch_hops_total',
      help: 'Requests to sites: each redirect is one more. outcome: the class of the status, or the type of the error.',
      kind: 'counter',
      labels: { outcome: ({ status, error }) => error ?? `${String(status).charAt(0)}xx` },
    },
    {
      name: 'gleaner_fetch_received_bytes_total',
      help: 'Bytes of the bodies of their responses, as they were on the wire.',
      kind: 'counter',
      labels: {},
      value: ({ bytes }) => bytes,
    },
    {
      name: 'gleaner_fetch_hop_duration_seconds',
      help: 'Time of one request to a site.',
      kind: 'histogram',
      labels: {},
      value: seconds,
      buckets: requestBuckets,
    },
  ]),
  ...on('gleaner:render', [
    {
      name: 'gleaner_renders_total',
      help: 'Pages that were loaded in the browser. outcome: complete, incomplete, or the type of the error.',
      kind: 'counter',
      labels: { outcome: ({ error, complete }) => error ?? (complete ? 'complete' : 'incomplete') },
    },
    {
      name: 'gleaner_render_duration_seconds',
      help: 'Time of one page in the browser, waiting for its turn included.',
      kind: 'histogram',
      labels: {},
      value: seconds,
      buckets: requestBuckets,
    },
  ]),
  ...on('gleaner:browser', [
    {
      name: 'gleaner_browser_events_total',
      help: 'Browsers that were started and that have ended, and farms that gave none. event: started, ended or away.',
      kind: 'counter',
      labels: { event: ({ event }) => event },
    },
  ]),
  ...on('gleaner:model', [
    {
      name: 'gleaner_model_calls_total',
      help: 'Calls of the language model, retries included. outcome: ok, or the kind of the error.',
      kind: 'counter',
      labels: { model: byModel, outcome: ({ error }) => error ?? 'ok' },
    },
    {
      name: 'gleaner_model_call_duration_seconds',
      help: 'Time of one call of the language model.',
      kind: 'histogram',
      labels: { model: byModel },
      value: seconds,
      buckets: requestBuckets,
    },
    {
      name: 'gleaner_model_input_tokens_total',
      help: 'Tokens that the language model read, those from its cache included.',
      kind: 'counter',
      labels: { model: byModel },
      value: ({ inputTokens }) => inputTokens,
    },
    {
      name: 'gleaner_model_cached_tokens_total',
      help: 'Tokens among them that it read from its cache.',
      kind: 'counter',
      labels: { model: byModel },
      value: ({ cachedTokens }) => cachedTokens,
    },
    {
      name: 'gleaner_model_output_tokens_total',
      help: 'Tokens that the language model wrote.',
      kind: 'counter',
      labels: { model: byModel },
      value: ({ outputTokens }) => outputTokens,
    },
  ]),
  ...on('gleaner:result-page', [
    {
      name: 'gleaner_result_pages_total',
      help: 'Result pages that google_ads read, by what they turned out to be.',
      kind: 'counter',
      labels: { status: ({ status }) => status, rendered: ({ rendered }) => String(rendered) },
    },
  ]),
  ...on('gleaner:storage', [
    {
      name: 'gleaner_storage_failures_total',
      help: 'Statements that the database did not answer, or failed.',
      kind: 'counter',
      labels: {},
    },
  ]),
  ...on('gleaner:sweep', [
    {
      name: 'gleaner_reservations_swept_total',
      help: 'Reservations of processes that had died, which were released.',
      kind: 'counter',
      labels: {},
      value: ({ released }) => released,
    },
  ]),
  ...on('gleaner:fault', [
    {
      name: 'gleaner_faults_total',
      help: 'Errors that nobody expected: each is a bug, and in the log.',
      kind: 'counter',
      labels: {},
    },
  ]),
  ...on('gleaner:lifecycle', [
    {
      name: 'gleaner_lifecycle_events_total',
      help: 'Events of the log such as sweep_failed, outcome_not_on_disk, database_connection_lost, redis_away.',
      kind: 'counter',
      labels: { event: ({ event }) => event },
    },
  ]),
]

function byOperation({ operation }: { operation: string }): string {
  return operation
}

function byTransport({ transport }: { transport: string }): string {
  return transport
}

function byRoute({ route }: { route: string | null }): string {
  return route ?? 'none'
}

function byModel({ model }: { model: string }): string {
  return model
}
