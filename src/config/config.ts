/** The settings: their schema, and the only reader of process.env. */

import { resolve } from 'node:path'
import { z } from 'zod'
import { adsSettings, faultOfAds } from './ads-settings.ts'
import { farmSettings, faultOfFarm } from './farm-settings.ts'
import { faultOfMemory } from './memory-shares.ts'
import { problemOfRemoved, removedSettings } from './removed-settings.ts'
import {
  cidr,
  domain,
  flag,
  list,
  locale,
  modelId,
  proxyUrl,
  serviceBase,
  serviceKey,
  urlOf,
  whole,
} from './setting-values.ts'

/** Every setting of our own with its meaning; the README's table is made from it. */
export const settings = {
  GLEANER_HOST: z.string().default('127.0.0.1').describe('Address that `gleaner serve` listens on.'),
  GLEANER_PORT: whole(0, 65_535).default(8787).describe('Port that `gleaner serve` listens on; 0 takes a free one.'),
  GLEANER_ALLOWED_HOSTS: list
    .default([])
    .describe(
      'Host names under which the service may be reached, separated by commas; required when it does not listen on loopback. `*` allows every name. Pages of the hosts that are listed may send requests from a browser; pages of other sites may not.',
    ),
  GLEANER_TRUST_PROXY: flag
    .default(false)
    .describe('Whether a reverse proxy in front is believed about the host (`X-Forwarded-Host`).'),
  GLEANER_MAX_CONNECTIONS: whole(8, 1_000_000)
    .default(4096)
    .describe(
      'Connections of clients at once, fewer where the limit of open files is low. Beyond it the connection that has waited longest for a request makes room; one address (or IPv6 network) has at most half, but for loopback and behind a trusted proxy.',
    ),
  GLEANER_STOP_GRACE_S: whole(0, 3600)
    .default(24)
    .describe(
      'Seconds that running requests get to end after SIGTERM; the others are answered with `overloaded`, uncharged. The process has ended five seconds later at most.',
    ),
  GLEANER_DATA_DIR: z
    .string()
    .min(1)
    .default('gleaner-data')
    .transform((text) => resolve(text))
    .describe('Folder for keys and the server secret, made at the first start; relative to the working directory.'),
  GLEANER_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('Secret under which keys are hashed, at least 16 characters; made once in the data folder when not set.'),
  GLEANER_SECRET_PREVIOUS: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Another secret under which keys are accepted while `GLEANER_SECRET` is changed: a key is hashed anew when it is used. Leave it out once all keys in use have been.',
    ),
  GLEANER_DATABASE_URL: urlOf('postgres:', 'postgresql:')
    .optional()
    .describe(
      'PostgreSQL for keys, credits and claims (`postgres://user:password@host/database`); without it, SQLite in the data folder. Needs `GLEANER_SECRET`.',
    ),
  GLEANER_REDIS_URL: urlOf('redis:', 'rediss:')
    .optional()
    .describe(
      'Redis for what several nodes share (`redis://host:6379`): rate limits and running requests, stored results, kept pages, MCP sessions and jobs for workers, so that any of them answers any request. Without it, and while it does not answer, each works by itself.',
    ),
  GLEANER_REDIS_MB: whole(16, 1_048_576)
    .default(512)
    .describe(
      'What stored results and kept pages take in Redis, in MiB: two thirds for results, one for pages. One key has at most half, and besides as much, by that of the workers, for pages on their way back from a worker.',
    ),
  GLEANER_WORKER_PORT: whole(0, 65_535)
    .default(8788)
    .describe(
      'Port on which `gleaner worker` answers `/healthz`, `/readyz` and `/metrics`, at `GLEANER_HOST`; 0 takes a free one.',
    ),
  GLEANER_RATE_LIMIT: whole(1, 10_000_000).default(6000).describe('Requests a minute that every key may make.'),
  GLEANER_KEY_CONCURRENCY: whole(1, 10_000)
    .default(32)
    .describe(
      'Requests at once of every key that has no number of its own (`keys create --concurrency`); further ones are `rate_limited`.',
    ),
  GLEANER_MEMORY_MB: whole(256, 1_048_576)
    .default(1536)
    .describe(
      'Memory for the service and its readers together, without Chromium, in MiB. Beyond it requests wait or are `overloaded`; the requests of one key use at most as much as they leave free. The default suits 2 GB of memory, or 4 GB with `render_js`.',
    ),
  GLEANER_MAX_BODY_BYTES: whole(1024, 1_073_741_824)
    .default(16 * 1024 * 1024)
    .describe('Largest response that is read, in bytes, on the wire and decoded.'),
  GLEANER_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7e]{1,500}$/, 'must be printable ASCII')
    .default('Mozilla/5.0 (compatible; Gleaner/0.1)')
    .describe('`User-Agent` of requests to sites.'),
  GLEANER_LOCALE: locale
    .default('en')
    .describe('Language that pages are asked for where the caller names no `locale`: a BCP 47 tag, such as `de-CH`.'),
  GLEANER_ROBOTS: z
    .enum(['ignore', 'respect'])
    .default('ignore')
    .describe('`respect` keeps to robots.txt; `ignore` suits a tool that acts on a single request of a person.'),
  GLEANER_PER_HOST_CONCURRENCY: whole(1, 1000)
    .default(8)
    .describe('Requests at once to one host; one key has at most three quarters of them.'),
  GLEANER_PROXY_URL: proxyUrl
    .optional()
    .describe('Outgoing HTTP proxy (`http://user:password@host:port`); names are still resolved and checked here.'),
  GLEANER_ALLOW_ADDRESSES: list
    .pipe(z.array(cidr))
    .default([])
    .describe('CIDRs exempt from the address policy, separated by commas: for tests and intranets.'),
  GLEANER_ALLOWED_DOMAINS: list
    .pipe(z.array(domain))
    .default([])
    .describe(
      'Domains or hosts that `scrape` and `explain` may reach, separated by commas, with the hosts below them; empty: all. It holds for every redirect and for what a rendered page loads: name the hosts of its scripts too.',
    ),
  GLEANER_BLOCKED_DOMAINS: list
    .pipe(z.array(domain))
    .default([])
    .describe(
      'Domains or hosts that `scrape` and `explain` may not reach, in the same form, whatever the other list allows. Google for `google_ads`, providers and models are bound by neither.',
    ),
  GLEANER_READERS: whole(1, 64)
    .default(2)
    .describe(
      'Pages read at once: as many HTML pages of up to 256 KiB in worker threads, and as many documents and larger pages in child processes. One more of each is for keys that ask for little while others occupy all of these.',
    ),
  GLEANER_BROWSER_PATH: z
    .string()
    .min(1)
    .optional()
    .describe('Chromium, Chrome or Edge that renders pages; found by itself when not set.'),
  ...farmSettings,
  GLEANER_BROWSER_PAGES: whole(1, 64)
    .default(4)
    .describe(
      'Pages in the browser at once; further ones wait. One more is for other keys while one key occupies all of these.',
    ),
  GLEANER_BROWSER_MEMORY_MB: whole(256, 1_048_576)
    .default(2048)
    .describe('A browser that holds more memory than this is replaced; at twice that its largest page is ended.'),
  GLEANER_MODEL: modelId
    .default('claude-haiku-5-5')
    .describe(
      'Language model when the caller names none: an id of Anthropic, or `openai/NAME`. Where its service is not set up and only the other one is, the first usable of `GLEANER_MODELS` takes its place.',
    ),
  GLEANER_MODELS: list
    .pipe(z.array(modelId))
    .default([])
    .describe('Model ids that callers may name, separated by commas; GLEANER_MODEL is always among them.'),
  GLEANER_MODEL_INPUT_TOKENS: whole(2000, 1_000_000)
    .default(50_000)
    .describe(
      'About how many tokens of a page the language model reads at once; longer pages are chosen from or read in parts.',
    ),
  GLEANER_MODEL_OUTPUT_TOKENS: whole(100, 200_000)
    .default(8000)
    .describe('Longest answer of the language model, in tokens.'),
  ANTHROPIC_API_KEY: serviceKey
    .optional()
    .describe(
      'Key of the Anthropic API, whose models answer `prompt`; without a model `prompt` is `model_not_configured`.',
    ),
  ANTHROPIC_BASE_URL: serviceBase
    .optional()
    .describe("URL of the Anthropic API, when it is not the usual one: for tests and a company's own gateway."),
  OPENAI_API_KEY: serviceKey
    .optional()
    .describe('Key of OpenAI, or of the service at `OPENAI_BASE_URL`, for models named `openai/NAME`.'),
  OPENAI_BASE_URL: serviceBase
    .optional()
    .describe(
      'Base URL of a service that speaks the chat completions of OpenAI, with its version (`http://127.0.0.1:11434/v1` for Ollama); alone, without `OPENAI_API_KEY`, for one that needs no key.',
    ),
  ...adsSettings,
  GLEANER_METRICS: z
    .enum(['loopback', 'public', 'off'])
    .default('loopback')
    .describe(
      'Who may read `/metrics`: `loopback` this machine alone, not through a proxy; `public` everyone who reaches the service; `off` nobody.',
    ),
  GLEANER_PLAYGROUND: flag
    .default(true)
    .describe('Whether the page at `/` is there, on which requests are tried in a browser; `off` takes it away.'),
  GLEANER_LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('info')
    .describe('How much is logged, on standard error.'),
  GLEANER_LOG_FORMAT: z
    .enum(['auto', 'json', 'pretty'])
    .default('auto')
    .describe(
      '`json` is a JSON line for each event, `pretty` a short line for a person; `auto` is `pretty` on a terminal alone.',
    ),
} as const

const text = z.string().optional()

/** Variables of the OpenTelemetry SDK. They are checked where traces are started, so that a wrong one stops no other command. */
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
  for (const fault of [faultOfFarm(value), faultOfAds(value), issues.length === 0 ? faultOfMemory(value) : null]) {
    if (fault) issues.push({ code: 'custom', input: undefined, path: [fault.name], message: fault.message })
  }
})

export type Config = z.infer<typeof environment>

/** A setting is wrong: the program stops, and the message names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  /** What is wrong, by setting. Only `readConfig` fills it in. */
  readonly problems: Readonly<Record<string, string>>

  constructor(message: string, problems: Readonly<Record<string, string>> = {}) {
    super(message)
    this.problems = problems
  }
}

type Environment = Record<string, string | undefined>

/**
 * Returns the settings of this process; `overrides` (flags) win over the environment, and an empty variable counts as not set. Throws
 * ConfigError, which names every bad or removed setting.
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

/** Whether the terminal says of itself that it can't go back in a line. */
export function hasDumbTerminal(env: Environment = process.env): boolean {
  return env.TERM === 'dumb'
}

/** Variables that look like settings but aren't. They are logged and don't stop the start, as removed ones do. */
export function unknownSettings(env: Environment = process.env): string[] {
  const known = { ...settings, ...removedSettings }
  return Object.keys(env).filter((name) => name.startsWith('GLEANER_') && !Object.hasOwn(known, name))
}

/** The environment of a program that is started from here: this process's own, with `additions`. */
export function childEnvironment(additions: Readonly<Record<string, string>>): Environment {
  return { ...process.env, ...additions }
}

/** Where programs and libraries, fonts, words and the time zone are found; the rest is for Windows. */
const forBrowsers = [
  ...['PATH', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ'],
  ...['SystemRoot', 'SystemDrive', 'WINDIR', 'ComSpec', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramData'],
]

/** The environment of a browser, which runs the code of strangers: neither a setting nor a secret of ours, and `additions`. */
export function browserEnvironment(additions: Environment): Environment {
  return { ...Object.fromEntries(forBrowsers.map((name) => [name, process.env[name]])), ...additions }
}

/** The locale that the owner has chosen; undefined for the default, which the engines ask for by themselves. */
export function chosenLocale({ GLEANER_LOCALE: chosen }: Config): string | undefined {
  return chosen === settings.GLEANER_LOCALE.parse(undefined) ? undefined : chosen
}
