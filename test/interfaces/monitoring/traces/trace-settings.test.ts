import { expect, it } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { startTraces } from '../../../../src/interfaces/monitoring/traces/traces.ts'

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4317'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER', 'parentbased_constructor'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('startup fails and names the invalid trace setting: %s=%s', (name, value) => {
  const config = readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value })
  expect(() => startTraces(config, '1')).toThrow(`${name}: must be `)
})
