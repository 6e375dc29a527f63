/** Generates the table of metrics in docs/monitoring.md from the tables that define them. */

import { eventMetrics } from '../src/interfaces/monitoring/metrics/event-metrics.ts'
import { figureMetrics } from '../src/interfaces/monitoring/metrics/metrics.ts'
import { code, table } from './document-tables.ts'

export function metricsTable(): string {
  const rows = [...eventMetrics, ...figureMetrics.map((metric) => ({ kind: 'gauge', ...metric }))]
  return table(
    ['metric', 'kind', 'labels', 'meaning'],
    rows.map(({ name, kind, labels, help }) => [code(name), kind, labels.map(code).join(', '), help]),
  )
}
