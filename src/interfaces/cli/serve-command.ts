/** `gleaner serve`: runs the HTTP service until it is stopped. */

import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { succeedsWithin } from '../../base/deadline.ts'
import { emit } from '../../base/events.ts'
import { makeFolder } from '../../base/make-folder.ts'
import { programName, quotedWord } from '../../base/terminal/program-name.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { chosenFarm } from '../../config/service-settings.ts'
import { isEveryInterface, isLoopback } from '../http/host-check.ts'
import { logDestination, startLog } from '../monitoring/log/log.ts'
import type { Traces } from '../monitoring/traces/traces.ts'
import { applyPresetKey, openHttpInterface } from '../service/serve.ts'
import { version } from '../version.ts'
import { type CommandContext, readConfigWith, readFlags } from './command.ts'
import type { CommandFlags, Manual } from './help/manual.ts'

/** Time limit for closing the browser, the database and the rest. Anything still open is then closed when the process exits. */
const closeLimitMs = 2500

const flags = {
  port: { value: 'N', about: 'Port to listen on. Default: GLEANER_PORT, or 8787.' },
  host: { value: 'ADDRESS', about: 'Address to listen on. Default: GLEANER_HOST, or 127.0.0.1.' },
  'no-auth': { about: 'Do not require an API key. For development, on loopback only.' },
} as const satisfies CommandFlags

export const serveManual: Manual = {
  about:
    'Serves REST under /v1 and MCP at /mcp until SIGTERM or Ctrl-C. In a terminal, the first start prints an API key; otherwise, it writes the key to the file first-key in the data folder.',
  groups: [{ title: 'Flags', flags }],
  notes: 'Everything else is set by environment variables, listed in docs/settings.md.',
  examples: [
    { call: 'serve --port 8080', does: 'The service on http://127.0.0.1:8080.' },
    { call: 'serve --no-auth', does: 'Without keys, for development on this machine.' },
  ],
}

export async function runServe({ argv, signal, compose, out, width }: CommandContext): Promise<number> {
  const { config, noAuth } = readServeFlags(argv)
  const endLog = startLog(config.GLEANER_LOG_LEVEL, logDestination(config.GLEANER_LOG_FORMAT))
  const traces = await openTraces(config)
  const access = await compose.access(config)
  const { nodes } = access
  const hasPreset = !noAuth && (await applyPresetKey(config, access))
  await nodes?.settled()
  const runtime = compose.runtime(config, { keepsSnapshots: true, access, nodes })
  const firstKey = async () => (noAuth || hasPreset ? null : ((await access.issueFirst('first'))?.key ?? null))
  // A program that waits until the service answers finds the file. A terminal would lose a key if the service couldn't listen.
  let key = width === undefined ? await firstKey() : null
  if (key !== null) writeFirstKey(key, config)
  const http = await openHttpInterface({ config, runtime, access, nodes, noAuth })
  access.start()
  await runtime.warm()
  if (width !== undefined) key = await firstKey()
  announce({ out, width }, config, { url: urlToShow(http.url, config), key, noAuth, hasPreset })
  const usesOwnBrowser = chosenFarm(config) === null && config.GLEANER_REDIS_URL === undefined
  if (usesOwnBrowser && (await compose.locateBrowser(config)) === null) {
    out(`render_js needs a browser, and none was found. To install one: ${programName()} install-browser\n`)
  }

  if (!signal.aborted) await once(signal, 'abort')
  emit('gleaner:lifecycle', { event: 'stopping' })
  await http.stop(config.GLEANER_STOP_GRACE_S * 1000)
  const [isClosed] = await Promise.all([
    succeedsWithin(closeLimitMs, Promise.all([runtime.close(), access.close()])),
    // If the collector doesn't respond, the shutdown must not be reported as forced.
    traces?.close(closeLimitMs),
  ])
  emit('gleaner:lifecycle', { event: isClosed ? 'stopped' : 'stopped_by_force' })
  endLog()
  return 0
}

/** Resolves with null, without loading anything, if traces are off. Throws ConfigError. */
async function openTraces(config: Config): Promise<Traces | null> {
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || config.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  return (await import('../monitoring/traces/traces.ts')).startTraces(config, version)
}

/**
 * Prints the service's URL, how to try it, and the first key, if one was created. Only a terminal gets the key itself. Other outputs may be
 * kept for years, so for them the key is written to a file. `hasPreset` is true if the owner has set a key.
 */
function announce(
  { out, width }: Pick<CommandContext, 'out' | 'width'>,
  config: Config,
  { url, key, noAuth, hasPreset }: { url: string; key: string | null; noAuth: boolean; hasPreset: boolean },
): void {
  const isTerminal = width !== undefined
  out(`Gleaner ${version} listens on ${url} (REST: ${url}/v1/scrape, MCP: ${url}/mcp)\n`)
  const shown = key === null ? '<your key>' : isTerminal ? key : `$(cat ${quotedWord(firstKeyFile(config))})`
  if (key !== null && isTerminal) out(`API key (not shown again): ${key}\n`)
  else if (key !== null) out(`The first API key is in ${firstKeyFile(config)}\n`)
  else if (hasPreset) out('The API key is the value of GLEANER_PRESET_KEY or of the file in GLEANER_PRESET_KEY_FILE\n')
  else if (!noAuth) out(`API keys already exist. To create another key: ${programName()} keys create --name NAME\n`)
  const usesSqlite = config.GLEANER_DATABASE_URL === undefined
  if (key !== null && usesSqlite) out(`Keys and the database are in ${config.GLEANER_DATA_DIR}\n`)
  const header = noAuth ? '' : `-H "Authorization: Bearer ${shown}" `
  out(`Try:\n  curl ${header}'${url}/v1/scrape?url=https://example.com/'\n`)
  const link = key !== null && isTerminal ? `${url}/#key=${key}` : `${url}/`
  if (config.GLEANER_PLAYGROUND) out(`Or in a browser: ${link}\n`)
}

const firstKeyFile = ({ GLEANER_DATA_DIR: folder }: Config) => join(folder, 'first-key')

/** Writes the key to a file that only its owner can read. Throws ConfigError if that fails. */
function writeFirstKey(key: string, config: Config): void {
  const file = firstKeyFile(config)
  try {
    makeFolder(config.GLEANER_DATA_DIR, 0o700)
    rmSync(file, { force: true })
    writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new ConfigError(
      `GLEANER_DATA_DIR: can't write the first key to ${file}: ${(error as Error).message}. Create a key with: ${programName()} keys create --name NAME`,
    )
  }
}

/** Returns a URL at which the service can be reached, because the listen address itself may be unreachable. */
function urlToShow(url: string, { GLEANER_ALLOWED_HOSTS: names }: Config): string {
  const { hostname, port } = new URL(url)
  const [name] = names
  const host = hostname.replace(/[[\]]/g, '')
  if (isLoopback(host) || (name === undefined && !isEveryInterface(host))) return url
  return name === undefined || name === '*'
    ? `http://127.0.0.1:${port}`
    : `http://${name.includes(':') ? name : `${name}:${port}`}`
}

/** Reads the flags. Throws UsageError for an unknown flag, and ConfigError for settings that would let strangers in. */
function readServeFlags(argv: readonly string[]): { config: Config; noAuth: boolean } {
  const { port, host, 'no-auth': noAuth = false } = readFlags('serve', flags, argv)
  const config = readConfigWith('serve', { GLEANER_PORT: ['port', port], GLEANER_HOST: ['host', host] })
  if (noAuth && !isLoopback(config.GLEANER_HOST))
    throw new ConfigError('--no-auth: only allowed when listening on loopback')
  if (noAuth && config.GLEANER_PUBLIC_URL !== undefined)
    throw new ConfigError('--no-auth: not allowed with GLEANER_PUBLIC_URL, which gives others access')
  if (noAuth && (config.GLEANER_TRUST_PROXY || config.GLEANER_ALLOWED_HOSTS.length > 0)) {
    throw new ConfigError(
      '--no-auth: not allowed with GLEANER_TRUST_PROXY or GLEANER_ALLOWED_HOSTS, which give others access',
    )
  }
  const hasNames = config.GLEANER_ALLOWED_HOSTS.length > 0 || config.GLEANER_PUBLIC_URL !== undefined
  if (!isLoopback(config.GLEANER_HOST) && !isEveryInterface(config.GLEANER_HOST) && !hasNames) {
    throw new ConfigError(
      `GLEANER_ALLOWED_HOSTS: required when listening on ${config.GLEANER_HOST}; list the host names, or *`,
    )
  }
  return { config, noAuth }
}
