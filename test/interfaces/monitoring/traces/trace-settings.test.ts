import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { readTraceSettings } from '../../../../src/interfaces/monitoring/traces/trace-settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const read = (settings: Record<string, string>) => readTraceSettings(readConfig({}, settings))

describe('the settings of traces', () => {
  it('ask for none without an endpoint, and where the SDK is disabled', () => {
    expect(read({})).toBeNull()
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER: 'nonsense' })).toBeNull()
    expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeNull()
  })

  it('add the path for traces to the endpoint of all signals, and none to that of traces', () => {
    expect(read(endpoint)?.url).toBe('http://127.0.0.1:4318/v1/traces')
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example/otlp/' })?.url).toBe(
      'https://a.example/otlp/v1/traces',
    )
    const exact = { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/spans' }
    expect(read(exact)?.url).toBe('http://127.0.0.1:9/spans')
  })

  it('keep every trace but those whose parent is not kept, or what is asked for', () => {
    expect(read(endpoint)).toMatchObject({ sampler: 'parentbased_always_on', ratio: 1 })
    const sampled = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(read({ ...endpoint, ...sampled })).toMatchObject({ sampler: 'traceidratio', ratio: 0.25 })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4317'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'http/json'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('that are wrong stop the start by name: %s=%s', (name, value) => {
    expect(() => read({ ...endpoint, [name]: value })).toThrow(`${name}: must be `)
  })
})
