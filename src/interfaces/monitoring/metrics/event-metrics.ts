/** Metrics counted from events. Labels have few values, none of them chosen by clients: no host, URL, key or prompt. */

import { stageNames } from '../../../base/stages.ts'
import { type EventMetric, on } from './event-metric.ts'

/** Ranges from an answer served from memory to the maximum time limit. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]

/** A short page is parsed within a millisecond. */
const stageBuckets = [0.001, 0.0025, ...requestBuckets.slice(0, -2)]

/** Methods that are counted separately. There are about forty that a client may send. */
const methods = new Set(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])

const seconds = ({ durationMs }: { durationMs: number }) => durationMs / 1000

export const eventMetrics: readonly EventMetric[] = [
  ...on('gleaner:operation', [
    {
      name: 'gleaner_operations_total',
      help: 'Finished operations. outcome: ok, the error type, or cancelled.',
      kind: 'counter',
      labels: { operation: byOperation, transport: byTransport, outcome: ({ outcome }) => outcome },
    },
    {
      name: 'gleaner_operation_duration_seconds',
      help: 'Duration of an operation, including time in queues.',
      kind: 'histogram',
      labels: { operation: byOperation, transport: byTransport },
      value: seconds,
      buckets: requestBuckets,
    },
    {
      name: 'gleaner_credits_charged_total',
      help: 'Credits charged for operations. Without keys, this counts the prices, although nothing is charged.',
      kind: 'counter',
      labels: { operation: byOperation },
      value: ({ creditsCharged }) => creditsCharged,
    },
  ]),
  ...on('gleaner:stage', [
    {
      name: 'gleaner_stage_duration_seconds',
      help: `Duration of one stage of a request: ${stageNames.join(', ')}.`,
      kind: 'histogram',
      labels: { stage: ({ stage }) => stage },
      value: seconds,
      buckets: stageBuckets,
    },
  ]),
  ...on('gleaner:http', [
    {
      name: 'gleaner_http_responses_total',
      help: "Finished HTTP requests. route: path of one of the service's routes, or none; status: none if the client disconnected first.",
      kind: 'counter',
      labels: {
        method: ({ method }) => (methods.has(method) ? method : 'other'),
        route: byRoute,
        status: ({ status }) => String(status ?? 'none'),
      },
    },
    {
      name: 'gleaner_http_response_duration_seconds',
      help: 'Time from the request head to the end of the response.',
      kind: 'histogram',
      labels: { route: byRoute },
      value: seconds,
      buckets: requestBuckets,
    },
  ]),
  ...on('gleaner:limit', [
    {
      name: 'gleaner_limit_refusals_total',
      help: 'Requests and connections refused because of a limit.',
      kind: 'counter',
      labels: { limit: ({ limit }) => limit },
    },
  ]),
  ...on('gleaner:fetch', [
    {
      name: 'gleaner_fetch_hops_total',
      help: 'Requests to sites. Each redirect counts. outcome: class of the status, or error type.',
      kind: 'counter',
      labels: { outcome: ({ status, error }) => error ?? `${String(status).charAt(0)}xx` },
    },
    {
      name: 'gleaner_fetch_received_bytes_total',
      help: 'Bytes of response bodies from sites, as transferred.',
      kind: 'counter',
      labels: {},
      value: ({ bytes }) => bytes,
    },
    {
      name: 'gleaner_fetch_hop_duration_seconds',
      help: 'Duration of one request to a site.',
      kind: 'histogram',
      labels: {},
      value: seconds,
      buckets: requestBuckets,
    },
  ]),
  ...on('gleaner:render', [
    {
      name: 'gleaner_renders_total',
      help: 'Pages loaded in the browser. outcome: complete, incomplete, or error type.',
      kind: 'counter',
      labels: { outcome: ({ error, complete }) => error ?? (complete ? 'complete' : 'incomplete') },
    },
    {
      name: 'gleaner_render_duration_seconds',
      help: 'Time that one page takes in the browser, including the wait for a free slot.',
      kind: 'histogram',
      labels: {},
      value: seconds,
      buckets: requestBuckets,
    },
  ]),
  ...on('gleaner:browser', [
    {
      name: 'gleaner_browser_events_total',
      help: 'Browsers that started or ended, and farms without a browser. event: started, ended or away.',
      kind: 'counter',
      labels: { event: ({ event }) => event },
    },
  ]),
  ...on('gleaner:model', [
    {
      name: 'gleaner_model_calls_total',
      help: 'Calls to the language model, including retries. outcome: ok, or kind of error.',
      kind: 'counter',
      labels: { model: byModel, outcome: ({ error }) => error ?? 'ok' },
    },
    {
      name: 'gleaner_model_call_duration_seconds',
      help: 'Duration of one call to the language model.',
      kind: 'histogram',
      labels: { model: byModel },
      value: seconds,
      buckets: requestBuckets,
    },
    {
      name: 'gleaner_model_input_tokens_total',
      help: 'Tokens read by the language model, including cached ones.',
      kind: 'counter',
      labels: { model: byModel },
      value: ({ inputTokens }) => inputTokens,
    },
    {
      name: 'gleaner_model_cached_tokens_total',
      help: "Input tokens read from the model's cache.",
      kind: 'counter',
      labels: { model: byModel },
      value: ({ cachedTokens }) => cachedTokens,
    },
    {
      name: 'gleaner_model_output_tokens_total',
      help: 'Tokens written by the language model.',
      kind: 'counter',
      labels: { model: byModel },
      value: ({ outputTokens }) => outputTokens,
    },
  ]),
  ...on('gleaner:result-page', [
    {
      name: 'gleaner_result_pages_total',
      help: 'Result pages read by google_ads, by status.',
      kind: 'counter',
      labels: { status: ({ status }) => status, rendered: ({ rendered }) => String(rendered) },
    },
  ]),
  ...on('gleaner:storage', [
    {
      name: 'gleaner_storage_failures_total',
      help: 'Database statements that failed or got no answer.',
      kind: 'counter',
      labels: {},
    },
  ]),
  ...on('gleaner:sweep', [
    {
      name: 'gleaner_reservations_swept_total',
      help: 'Reservations of dead processes that were released.',
      kind: 'counter',
      labels: {},
      value: ({ released }) => released,
    },
  ]),
  ...on('gleaner:fault', [
    {
      name: 'gleaner_faults_total',
      help: 'Unexpected errors. Each one is a bug and is logged.',
      kind: 'counter',
      labels: {},
    },
  ]),
  ...on('gleaner:lifecycle', [
    {
      name: 'gleaner_lifecycle_events_total',
      help: 'Log events such as sweep_failed, outcome_not_on_disk, database_connection_lost, redis_away.',
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
