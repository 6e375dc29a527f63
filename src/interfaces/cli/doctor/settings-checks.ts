/** Checks of the settings: faulty and unknown ones, what they open to others, and the services that they name. */

import { type Config, ConfigError, settings } from '../../../config/config.ts'
import { removedSettings } from '../../../config/removed-settings.ts'
import { createAddressPolicy } from '../../../fetch/guard/address-policy.ts'
import { isLoopback } from '../../http/host-check.ts'
import { readTraceSettings } from '../../monitoring/traces/trace-settings.ts'
import { nearestWord } from '../../nearest-word.ts'
import { type Check, type CheckContext, concern, type Finding, failed, ok } from './check.ts'

export const settingsCheck: Check = {
  name: 'settings',
  async run({ config, problems, unknown }) {
    const { GLEANER_HOST: host, GLEANER_ALLOWED_HOSTS: names } = config
    const faulty = Object.entries(problems).map(([name, problem]) =>
      failed(
        `${name} ${problem}`,
        name in removedSettings ? `unset ${name}` : `correct ${name}, or leave it out for its default`,
      ),
    )
    const misspelt = unknown.map((name) => {
      const meant = nearestWord(name.slice(prefix.length), ownNames)
      return concern(`${name} is no setting`, meant === null ? `leave ${name} out` : `did you mean ${prefix}${meant}?`)
    })
    const closed =
      isLoopback(host) || names.length > 0
        ? []
        : [
            failed(
              `it listens on ${host}, and GLEANER_ALLOWED_HOSTS is empty`,
              'GLEANER_ALLOWED_HOSTS=gleaner.example.com, the names by which clients call it',
            ),
          ]
    const found = [...faulty, ...misspelt, ...faultyTraces(config), ...closed]
    return found.length === 0 ? ok('all are sound') : found
  },
}

const prefix = 'GLEANER_'

/** The names of this program's own settings, without what all of them begin with: it would make any two of them alike. */
const ownNames = Object.keys(settings).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))

/** The settings of traces are read where traces are made: `gleaner serve` does not start with faulty ones. */
function faultyTraces(config: Config): Finding[] {
  try {
    readTraceSettings(config)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [name = ''] = error.message.split(':')
    return [failed(error.message.replace(':', ''), `correct ${name}, or leave it out: gleaner serve stops at it`)]
  }
}

/** A setting that lets strangers in, or pages reach what they should not. */
interface Risk {
  finding: (context: CheckContext) => string | null
  remedy: string
}

/** Where clouds give their machines credentials: most of them, Amazon by IPv6, and Alibaba. */
const metadataServices = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200']

function reachesMetadata(ranges: readonly string[]): boolean {
  const policy = createAddressPolicy({ allowAddresses: ranges, ownAddresses: () => [] })
  return metadataServices.some((address) => policy.judgeAddress(address).allowed)
}

const risks: readonly Risk[] = [
  {
    finding: ({ config: { GLEANER_ALLOW_ADDRESSES: ranges } }) => {
      if (ranges.length === 0) return null
      const cloud = reachesMetadata(ranges) ? ', the credentials of a cloud among them' : ''
      return `GLEANER_ALLOW_ADDRESSES lets every caller read ${ranges.join(', ')}${cloud}`
    },
    remedy: 'leave GLEANER_ALLOW_ADDRESSES out, unless every caller may read these addresses',
  },
  {
    finding: ({ config: { GLEANER_ALLOWED_HOSTS: names } }) =>
      names.includes('*')
        ? 'GLEANER_ALLOWED_HOSTS=* answers under every name, also one that leads here by DNS rebinding'
        : null,
    remedy: 'name the hosts in GLEANER_ALLOWED_HOSTS',
  },
  {
    finding: ({ config: { GLEANER_TRUST_PROXY: trusts, GLEANER_HOST: host } }) =>
      trusts && !isLoopback(host) ? `GLEANER_TRUST_PROXY believes whoever reaches ${host}` : null,
    remedy: 'let only the reverse proxy reach this port, or listen on loopback',
  },
  {
    finding: ({ config: { GLEANER_METRICS: access } }) =>
      access === 'public'
        ? 'GLEANER_METRICS=public shows the figures of /metrics to everyone who reaches the service'
        : null,
    remedy: 'leave GLEANER_METRICS out, or let only the monitoring system reach /metrics',
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
    if (provider !== undefined) return ok(`google_ads asks ${provider}`)
    return ok('google_ads asks Google itself, which blocks many servers; GLEANER_ADS_PROVIDER names a service')
  },
}
