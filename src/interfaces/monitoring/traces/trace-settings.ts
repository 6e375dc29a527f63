/** Trace settings. They are checked only when traces start, because other programs use the same variables. */

import { isHttp } from '../../../base/url-schemes.ts'
import { type Config, ConfigError } from '../../../config/config.ts'

export interface TraceSettings {
  /** URL that spans are sent to, with OTLP over HTTP. */
  url: string
  sampler: SamplerName
  /** Share of traces to keep, for samplers with `traceidratio`. */
  ratio: number
}

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
]

export type SamplerName = (typeof samplers)[number]

/** Returns the settings, or null if traces are off. Throws ConfigError. */
export function readTraceSettings(config: Config): TraceSettings | null {
  const url = endpointOf(config)
  if (url === null || config.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const) {
    if (![undefined, 'http/protobuf'].includes(config[name]))
      throw new ConfigError(`${name}: must be http/protobuf, the only supported protocol`)
  }
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: argument = '1' } = config
  const sampler = samplers.find((known) => known === name)
  if (!sampler) throw new ConfigError(`OTEL_TRACES_SAMPLER: must be one of ${samplers.join(', ')}`)
  const ratio = Number(argument)
  if (!(ratio >= 0 && ratio <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1')
  return { url, sampler, ratio }
}

/** @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp */
function endpointOf(config: Config): string | null {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact, OTEL_EXPORTER_OTLP_ENDPOINT: base } = config
  if (exact !== undefined) return checkUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', exact)
  if (base === undefined) return null
  return `${checkUrl('OTEL_EXPORTER_OTLP_ENDPOINT', base).replace(/\/$/, '')}/v1/traces`
}

function checkUrl(name: string, text: string): string {
  if (!isHttp(URL.parse(text)))
    throw new ConfigError(`${name}: must be an http:// or https:// URL, such as http://127.0.0.1:4318`)
  return text
}
