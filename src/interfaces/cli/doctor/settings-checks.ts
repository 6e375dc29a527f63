/** Checks the settings: invalid and unknown ones, what they expose, and the services that they name. */

import { nearestWord } from '../../../base/nearest-word.ts'
import { type Config, ConfigError, settings } from '../../../config/config.ts'
import { removedSettings } from '../../../config/removed-settings.ts'
import { createAddressPolicy } from '../../../fetch/guard/address-policy.ts'
import { isLoopback } from '../../http/host-check.ts'
import { readTraceSettings } from '../../monitoring/traces/trace-settings.ts'
import { type Check, type CheckContext, concern, type Finding, failed, ok } from './check.ts'

export const settingsCheck: Check = {
  name: 'settings',
  async run({ config, problems, unknown }) {
    const { GLEANER_HOST: host, GLEANER_ALLOWED_HOSTS: names } = config
    const faulty = Object.entries(problems).map(([name, problem]) =>
      failed(
        `${name} ${problem}`,
        name in removedSettings ? `unset ${name}` : `correct ${name}, or unset it for its default`,
      ),
    )
    const misspelt = unknown.map((name) => {
      const meant = nearestWord(name.slice(prefix.length), ownNames)
      return concern(`${name} is not a setting`, meant === null ? `unset ${name}` : `did you mean ${prefix}${meant}?`)
    })
    const closed =
      isLoopback(host) || names.length > 0
        ? []
        : [
            failed(
              `the service listens on ${host}, but GLEANER_ALLOWED_HOSTS is empty`,
              'GLEANER_ALLOWED_HOSTS=gleaner.example.com, the host names that clients use',
            ),
          ]
    const found = [...faulty, ...misspelt, ...faultyTraces(config), ...closed]
    return found.length === 0 ? ok('all valid') : found
  },
}

const prefix = 'GLEANER_'

/** Names of Gleaner's own settings without the prefix, which would make any two names look similar. */
const ownNames = Object.keys(settings).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))

/** Trace settings are read separately. `gleaner serve` doesn't start with invalid ones. */
function faultyTraces(config: Config): Finding[] {
  try {
    readTraceSettings(config)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [name = ''] = error.message.split(':')
    return [failed(error.message.replace(':', ''), `correct or unset ${name}: gleaner serve does not start with it`)]
  }
}

/** A setting that gives strangers access, or lets pages reach hosts they shouldn't. */
interface Risk {
  finding: (context: CheckContext) => string | null
  remedy: string
}

/** Metadata services, which give cloud machines credentials: most clouds, Amazon over IPv6, and Alibaba. */
const metadataServices = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200']

function reachesMetadata(ranges: readonly string[]): boolean {
  const policy = createAddressPolicy({ allowAddresses: ranges, ownAddresses: () => [] })
  return metadataServices.some((address) => policy.judgeAddress(address).allowed)
}

const risks: readonly Risk[] = [
  {
    finding: ({ config: { GLEANER_ALLOW_ADDRESSES: ranges } }) => {
      if (ranges.length === 0) return null
      const cloud = reachesMetadata(ranges) ? ', including cloud credentials' : ''
      return `GLEANER_ALLOW_ADDRESSES lets every caller read ${ranges.join(', ')}${cloud}`
    },
    remedy: 'unset GLEANER_ALLOW_ADDRESSES, unless every caller may read these addresses',
  },
  {
    finding: ({ config: { GLEANER_ALLOWED_HOSTS: names } }) =>
      names.includes('*') ? 'GLEANER_ALLOWED_HOSTS=* accepts every host name, which allows DNS rebinding' : null,
    remedy: 'list the host names in GLEANER_ALLOWED_HOSTS',
  },
  {
    finding: ({ config: { GLEANER_TRUST_PROXY: trusts, GLEANER_HOST: host } }) =>
      trusts && !isLoopback(host) ? `GLEANER_TRUST_PROXY trusts every client that reaches ${host}` : null,
    remedy: 'let only the reverse proxy reach this port, or listen on loopback',
  },
  {
    finding: ({ config: { GLEANER_METRICS: access } }) =>
      access === 'public' ? 'GLEANER_METRICS=public shows /metrics to everyone who can reach the service' : null,
    remedy: 'unset GLEANER_METRICS, or let only the monitoring system reach /metrics',
  },
]

export const riskCheck: Check = {
  name: 'risks',
  async run(context) {
    const found = risks.flatMap(({ finding, remedy }): Finding[] => {
      const words = finding(context)
      return words === null ? [] : [concern(words, remedy)]
    })
    return found.length === 0 ? ok('no setting lets strangers in') : found
  },
}

export const providerCheck: Check = {
  name: 'ads',
  async run({ config: { GLEANER_ADS_PROVIDER: provider } }) {
    if (provider !== undefined) return ok(`google_ads uses ${provider}`)
    return ok('google_ads uses Google directly, which blocks many servers; GLEANER_ADS_PROVIDER sets a provider')
  },
}
