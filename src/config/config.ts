/** The settings: their schema, and the only code that reads process.env. */

import { resolve } from 'node:path'
import { z } from 'zod'
import { faultOfKeys, keySettings } from './key-settings.ts'
import { faultOfMemory } from './memory-shares.ts'
import { problemOfRemoved, removedSettings } from './removed-settings.ts'
import { adsSettings, farmSettings, faultOfAds, faultOfFarm, modelSettings } from './service-settings.ts'
import { cidr, domain, flag, list, locale, proxyUrl, urlOf, whole } from './setting-values.ts'

/** All of Gleaner's settings with their descriptions. The table in docs/settings.md is generated from this. */
export const settings = {
  GLEANER_HOST: z.string().default('127.0.0.1').describe('Address that `gleaner serve` listens on.'),
  GLEANER_PORT: whole(0, 65_535).default(8787).describe('Port that `gleaner serve` listens on; 0 picks a free port.'),
  GLEANER_ALLOWED_HOSTS: list
    .default([])
    .describe(
      'Host names at which clients may reach the service, separated by commas. Required if the service listens on one address other than loopback. `*` allows every name. If the service listens on all interfaces (`0.0.0.0` or `::`), the default is `localhost`, the loopback addresses, `gleaner` and the host name of the machine. Browsers may send requests from pages on these hosts, but not from other sites.',
    ),
  ...keySettings,
  GLEANER_TRUST_PROXY: flag
    .default(false)
    .describe(
      'Trust the `X-Forwarded-Host` and `X-Forwarded-Proto` headers from a reverse proxy in front of the service.',
    ),
  GLEANER_MAX_CONNECTIONS: whole(8, 1_000_000)
    .default(4096)
    .describe(
      'Maximum number of client connections, reduced if the open-file limit is low. When it is reached, the service closes the connection that has been idle longest. One IP address (or IPv6 network) may use at most half of the connections, except on loopback or behind a trusted proxy.',
    ),
  GLEANER_STOP_GRACE_S: whole(0, 3600)
    .default(24)
    .describe(
      'Seconds allowed after SIGTERM for running requests to finish. Requests that take longer fail with `overloaded` and are not charged. The process exits at most five seconds later.',
    ),
  GLEANER_DATA_DIR: z
    .string()
    .min(1)
    .default('gleaner-data')
    .transform((text) => resolve(text))
    .describe('Folder for keys and the server secret, relative to the working directory. Created on the first start.'),
  GLEANER_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Secret for hashing keys, at least 16 characters long. If not set, a secret is created in the data folder.',
    ),
  GLEANER_SECRET_PREVIOUS: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Previous secret, which is still accepted while you change `GLEANER_SECRET`. A key is rehashed when it is used. Unset this once all keys in use have been rehashed.',
    ),
  GLEANER_DATABASE_URL: urlOf('postgres:', 'postgresql:')
    .optional()
    .describe(
      'URL of a PostgreSQL database for keys, credits and idempotent requests (`postgres://user:password@host/database`). If not set, Gleaner uses SQLite in the data folder. Needs `GLEANER_SECRET`.',
    ),
  GLEANER_LEDGER_DAYS: whole(0, 36_500)
    .refine((days) => days === 0 || days > 30, 'must be 0, or at least 31')
    .default(90)
    .describe(
      'Number of days for which every credit movement is kept: at least 31, or 0 to keep all of them. Older movements are replaced by one sum for each key, UTC day and operation. Balances and usage figures stay the same.',
    ),
  GLEANER_REDIS_URL: urlOf('redis:', 'rediss:')
    .optional()
    .describe(
      'URL of a Redis server for state that several nodes share (`redis://host:6379`): rate limits, requests to each host, stored results, kept pages, MCP sessions and jobs for workers. Any node can then answer any request. Without Redis, or while it is not responding, each node works alone.',
    ),
  GLEANER_REDIS_MB: whole(16, 1_048_576)
    .default(512)
    .describe(
      'Memory in Redis for stored results (two thirds) and kept pages (one third), in MiB. A key may use at most half of this, plus the same amount again for pages in transit from workers.',
    ),
  GLEANER_WORKER_PORT: whole(0, 65_535)
    .default(8788)
    .describe(
      'Port on which `gleaner worker` serves `/healthz`, `/readyz` and `/metrics`, at `GLEANER_HOST`; 0 picks a free port.',
    ),
  GLEANER_RATE_LIMIT: whole(1, 10_000_000).default(6000).describe('Maximum requests per minute for each key.'),
  GLEANER_KEY_CONCURRENCY: whole(1, 10_000)
    .default(32)
    .describe(
      'Maximum concurrent requests for each key that has no separate limit (`keys create --concurrency`). Further requests fail with `rate_limited`.',
    ),
  GLEANER_MEMORY_MB: whole(256, 1_048_576)
    .default(1536)
    .describe(
      'Memory limit for the service and its readers together, excluding Chromium, in MiB. Beyond this, requests wait or fail with `overloaded`. Requests with the same key may together use at most as much memory as is still free. The default suits a machine with 2 GB of memory, or 4 GB with `render_js`.',
    ),
  GLEANER_MAX_BODY_BYTES: whole(1024, 1_073_741_824)
    .default(16 * 1024 * 1024)
    .describe('Maximum size of a response in bytes, before and after decoding.'),
  GLEANER_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]{1,500}$/, 'must be printable ASCII')
    .default('Mozilla/5.0 (compatible; Gleaner/0.1)')
    .describe('`User-Agent` header for requests to sites.'),
  GLEANER_LOCALE: locale
    .default('en')
    .describe('Preferred language for pages if the caller does not set `locale`, as a BCP 47 tag such as `de-CH`.'),
  GLEANER_ROBOTS: z
    .enum(['ignore', 'respect'])
    .default('ignore')
    .describe("`respect` obeys robots.txt; `ignore` suits a tool that acts on a person's individual requests."),
  GLEANER_PER_HOST_CONCURRENCY: whole(1, 1000)
    .default(8)
    .describe(
      "Maximum concurrent requests to one host, for all nodes and workers together if they share Redis. One key may use at most three quarters of them. A browser's requests don't count.",
    ),
  GLEANER_PROXY_URL: proxyUrl
    .optional()
    .describe(
      'Outgoing HTTP proxy (`http://user:password@host:port`). Gleaner itself still resolves and checks host names.',
    ),
  GLEANER_ALLOW_ADDRESSES: list
    .pipe(z.array(cidr))
    .default([])
    .describe('IP addresses and CIDRs exempt from the address policy, separated by commas, for tests and intranets.'),
  GLEANER_ALLOWED_DOMAINS: list
    .pipe(z.array(domain))
    .default([])
    .describe(
      'Domains or hosts that `scrape` and `explain` may reach, including their subdomains, separated by commas. If empty, all are allowed. The list applies to every redirect and to everything that a rendered page loads, so include the hosts of its scripts.',
    ),
  GLEANER_BLOCKED_DOMAINS: list
    .pipe(z.array(domain))
    .default([])
    .describe(
      'Domains or hosts that `scrape` and `explain` may not reach, in the same format as `GLEANER_ALLOWED_DOMAINS`. If both lists match, this one takes precedence. Neither list applies to `google_ads`, providers or models.',
    ),
  GLEANER_READERS: whole(1, 64)
    .default(2)
    .describe(
      'How many HTML pages of up to 256 KiB can be read at once in worker threads, and how many documents and larger pages can be read at once in child processes. One more of each is reserved for lightly used keys when other keys occupy the rest.',
    ),
  GLEANER_BROWSER_PATH: z
    .string()
    .min(1)
    .optional()
    .describe('Path to the Chromium, Chrome or Edge executable that renders pages. Detected automatically if not set.'),
  ...farmSettings,
  GLEANER_BROWSER_PAGES: whole(1, 64)
    .default(4)
    .describe(
      'Maximum number of pages open in the browser at once. Further pages wait. If one key uses all of them, one more is available to other keys.',
    ),
  GLEANER_BROWSER_MEMORY_MB: whole(256, 1_048_576)
    .default(2048)
    .describe(
      'Memory limit for a browser, in MiB. A browser that exceeds it is replaced. At twice this limit, its largest page is closed.',
    ),
  ...modelSettings,
  ...adsSettings,
  GLEANER_METRICS: z
    .enum(['loopback', 'public', 'off'])
    .default('loopback')
    .describe(
      'Who may read `/metrics`: `loopback` for clients on the same machine that connect without a proxy, `public` for everyone who can reach the service, or `off` for no one.',
    ),
  GLEANER_FILES: z
    .string()
    .regex(/^\/[^\0]*$/, 'must be absolute paths of folders, separated by colons')
    .optional()
    .describe(
      'Folders, separated by colons, whose files `gleaner stdio` may read: `scrape` then also accepts `file:` URLs of files in and below them, at no charge. Links that lead out of the folders are refused. The HTTP service ignores this setting.',
    ),
  GLEANER_MCP_RESULT: z
    .enum(['auto', 'text', 'structured'])
    .default('auto')
    .describe(
      'Form of MCP tool results. `text`: only text, which every client passes on to its model. `structured`: also `structuredContent`, for programs; many clients pass it to the model as JSON instead of the text. `auto`: `text`, except for clients that are known to need `structured`. `/mcp?result=text` or `/mcp?result=structured` decides for one connection.',
    ),
  GLEANER_PLAYGROUND: flag
    .default(true)
    .describe('Serve the playground, a page where you can try out requests, at `/`. To disable it, set this to `off`.'),
  GLEANER_COMPAT: flag
    .default(true)
    .describe(
      'Serve `/r/URL` and the routes under `/compat/`, which answer as other services do. To disable them, set this to `off`.',
    ),
  GLEANER_LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('Minimum level of events logged to standard error.'),
  GLEANER_LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe(
      '`json` writes one JSON line per event, and `pretty` writes a short line for people. `auto` means `pretty` in a terminal and `json` elsewhere.',
    ),
} as const

const text = z.string().optional()

/** Variables of the OpenTelemetry SDK. They are validated when tracing starts, so an invalid one doesn't stop other commands. */
const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: text,
  OTEL_EXPORTER_OTLP_PROTOCOL: text,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: text,
  OTEL_TRACES_SAMPLER: text,
  OTEL_TRACES_SAMPLER_ARG: text,
  OTEL_SDK_DISABLED: text,
} as const

const variables = { ...settings, ...traceVariables }

const environment = z.object(variables).check(({ value, issues }) => {
  const faults = [faultOfFarm(value), faultOfAds(value), faultOfKeys(value)]
  for (const fault of [...faults, issues.length === 0 ? faultOfMemory(value) : null]) {
    if (fault) issues.push({ code: 'custom', input: undefined, path: [fault.name], message: fault.message })
  }
})

export type Config = z.infer<typeof environment>

/** A setting is invalid. The program stops with a message that names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  /** Error messages by setting. Only `readConfig` fills this in. */
  readonly problems: Readonly<Record<string, string>>

  constructor(message: string, problems: Readonly<Record<string, string>> = {}) {
    super(message)
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

/**
 * Returns the settings of this process. `overrides` (flags) override the environment, and an empty variable counts as not set. Throws
 * ConfigError, which names every invalid or removed setting.
 * @example
 * readConfig({ GLEANER_PORT: '9000' }, { GLEANER_PORT: '8000' }).GLEANER_PORT // 9000
 */
export function readConfig(overrides: Environment = {}, env: Environment = process.env): Config {
  const chosen = Object.entries(overrides).filter(([, value]) => value !== undefined)
  const given = [...Object.entries(env), ...chosen].filter(
    ([name, value]) => (name.startsWith('GLEANER_') || Object.hasOwn(variables, name)) && value !== '',
  )
  const parsed = environment.safeParse(Object.fromEntries(given))
  const invalid = (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const)
  const removed = given.flatMap(([name]) => {
    const problem = problemOfRemoved(name)
    return problem === null ? [] : [[name, problem] as const]
  })
  if (parsed.success && removed.length === 0) return parsed.data
  const lines = [...removed.map((fault) => fault.join(' ')), ...invalid.map((fault) => fault.join(': '))]
  throw new ConfigError(lines.join('\n'), Object.fromEntries([...removed, ...invalid]))
}

/** True if the terminal reports that it can't move the cursor back within a line. */
export function hasDumbTerminal(env: Environment = process.env): boolean {
  return env.TERM === 'dumb'
}

/** Variables that the client library reads, also for `--server`. */
const clientSettings = { GLEANER_API_KEY: true, GLEANER_URL: true }

/** Returns variables that look like settings but aren't. They are logged, but the service still starts. */
export function unknownSettings(env: Environment = process.env): string[] {
  const known = { ...settings, ...removedSettings, ...clientSettings }
  return Object.keys(env).filter((name) => name.startsWith('GLEANER_') && !Object.hasOwn(known, name))
}

/** Returns the environment for a child process: this process's environment with `additions`. */
export function childEnvironment(additions: Readonly<Record<string, string>>): Environment {
  return { ...process.env, ...additions }
}

/** Variables for the location of programs, libraries and fonts, and for locale and time zone. The others are for Windows. */
const forBrowsers = [
  ...['PATH', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ'],
  ...['SystemRoot', 'SystemDrive', 'WINDIR', 'ComSpec', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramData'],
]

/** Returns the environment for a browser, with `additions` but without our settings and secrets, because it runs untrusted code. */
export function browserEnvironment(additions: Environment): Environment {
  return { ...Object.fromEntries(forBrowsers.map((name) => [name, process.env[name]])), ...additions }
}

/** Returns the owner's chosen locale, or undefined for the default, which the engines request automatically. */
export function chosenLocale({ GLEANER_LOCALE: chosen }: Config): string | undefined {
  return chosen === settings.GLEANER_LOCALE.parse(undefined) ? undefined : chosen
}
