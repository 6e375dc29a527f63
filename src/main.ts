/** argv → config → compose → open one door; signals; exit code. */

import type { Access } from './access/access.ts'
import { composeAccess, composeRuntime, locateBrowser } from './compose.ts'
import { type Config, ConfigError, readConfig, unknownSettings } from './config.ts'
import { ServiceError } from './errors.ts'
import { describeBug, emit, subscribe } from './observe.ts'
import type { RegisteredOperation } from './operations/registry.ts'
import { isLoopback } from './protocol/http/host-check.ts'
import { version } from './protocol/version.ts'

const usage = `gleaner ${version}: any web address as clean markdown, HTML, metadata, links or e-mail addresses

  gleaner serve [--port N] [--host ADDRESS] [--no-auth]
                                  the HTTP service: REST under /v1, MCP at /mcp
  gleaner stdio                   the MCP server on standard input and output
  gleaner scrape URL [flags]      scrape one page; --help lists the flags
  gleaner explain URL [flags]     what scrape keeps of a page, what it drops, and why
  gleaner google-ads QUERY [flags]
                                  the ads of a Google search
  gleaner keys create|list|show|revoke|rotate|grant
                                  API keys and their credits
  gleaner usage                   what each key did, by day and operation
  gleaner install-browser         get a browser for render_js, where there is none
  gleaner --version
`

const out = (text: string) => void process.stdout.write(text)
const err = (text: string) => void process.stderr.write(text)

/** How long running requests may take to end after SIGTERM. */
const graceMs = 30_000

type Command = (argv: readonly string[], stop: AbortSignal) => Promise<number>

const commands: Record<string, Command> = {
  serve,
  stdio,
  scrape: (argv, stop) => operate('scrape', argv, stop),
  'google-ads': (argv, stop) => operate('google_ads', argv, stop),
  explain: (argv, stop) => operate('explain', argv, stop),
  keys,
  usage: usageOfKeys,
  'install-browser': installBrowser,
}

/** Runs one command and ends the process with its exit code. */
export async function main(argv: readonly string[]): Promise<never> {
  const [name = '', ...rest] = argv
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The second one means: at once.
    process.on(signal, () =>
      stop.signal.aborted ? process.exit(130) : stop.abort(new DOMException(signal, 'AbortError')),
    )
  }
  // Whoever reads our output may have had enough of it (`| head`): no fault to tell.
  process.stdout.on('error', () => {})
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const code = await (command ? guard(command(rest, stop.signal), stop.signal) : inform(name))
  // An exit would cut what is still on its way into a pipe.
  await Promise.all([written(process.stdout), written(process.stderr)])
  process.exit(code)
}

function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()))
}

async function inform(name: string): Promise<number> {
  if (name === '--version' || name === '-v') out(`${version}\n`)
  else if (['', 'help', '--help', '-h'].includes(name)) out(usage)
  else err(`gleaner: there is no command ${name}\n\n${usage}`)
  return name === '' || ['--version', '-v', 'help', '--help', '-h'].includes(name) ? 0 : 2
}

const listenFaults = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])

/** What ends a command, as an exit code and one clear line. */
async function guard(work: Promise<number>, stop: AbortSignal): Promise<number> {
  try {
    return await work
  } catch (error) {
    if (stop.aborted) return 130
    if (error instanceof ConfigError) {
      err(`gleaner: a setting is wrong\n${error.message}\n`)
      return 2
    }
    if (error instanceof ServiceError) {
      err(
        `gleaner: ${error.type}: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}\n`,
      )
      return error.status < 500 ? 2 : 4
    }
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== undefined && listenFaults.has(code)) {
      err(`gleaner: can't listen: ${message}. Set GLEANER_PORT or GLEANER_HOST.\n`)
      return 2
    }
    throw error
  }
}

/** Where there is no log, what is told as `internal` leaves its trace on standard error. */
function reportBugs(): void {
  const report = (requestId: string, error: unknown) =>
    err(`${JSON.stringify({ level: 'error', requestId, ...describeBug(error) })}\n`)
  subscribe('gleaner:operation', ({ requestId, error }) => error !== undefined && report(requestId, error))
  subscribe('gleaner:fault', ({ requestId, error }) => report(requestId, error))
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function operate(
  name: 'scrape' | 'google_ads' | 'explain',
  argv: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const runtime = composeRuntime(readConfig(), { keepsSnapshots: false })
  reportBugs()
  const { operations, invoke } = runtime
  // What nobody reads on is not worked on: a language model's answer is paid for by the piece.
  const unread = new AbortController()
  process.stdout.once('error', (error) => unread.abort(error))
  const command = { invoke, argv, signal: AbortSignal.any([signal, unread.signal]), out, err }
  try {
    if (name === 'explain') {
      const { runExplain } = await import('./protocol/cli/explain-command.ts')
      return await runExplain({ ...command, operation: operations.explain })
    }
    const { runOperation } = await import('./protocol/cli/operation-command.ts')
    const operation: RegisteredOperation = operations[name]
    return await runOperation({ ...command, operation })
  } catch (error) {
    if (unread.signal.aborted && !signal.aborted) return 0
    throw error
  } finally {
    await runtime.close()
  }
}

async function stdio(_argv: readonly string[], stop: AbortSignal): Promise<number> {
  const config = readConfig()
  const runtime = composeRuntime(config, { keepsSnapshots: true })
  reportBugs()
  const [{ createMcpFeatures }, { serveMcpStdio }] = await Promise.all([
    import('./protocol/mcp/features/features.ts'),
    import('./protocol/mcp/stdio.ts'),
  ])
  await Promise.race([serveMcpStdio({ features: createMcpFeatures(runtime), version }), aborted(stop), orphaned()])
  // Whoever started this is gone, or wants it gone: what does not end by then ends with the process.
  setTimeout(() => process.exit(0), lastStepsMs)
  await runtime.close()
  return 0
}

/** How long `gleaner stdio` may take to close its browser and to write what nobody may be reading any more. */
const lastStepsMs = 1000

/** Resolves when the parent process has ended: the input may stay open then, in the hands of another. */
function orphaned(): Promise<void> {
  const parent = process.ppid
  return new Promise((resolve) => {
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      resolve()
    }, 250)
    watch.unref()
  })
}

async function keys(argv: readonly string[]): Promise<number> {
  const access = await composeAccess(readConfig())
  const { runKeys } = await import('./protocol/cli/keys-command.ts')
  try {
    return await runKeys({ access, argv, out, err })
  } finally {
    await access.close()
  }
}

async function usageOfKeys(argv: readonly string[]): Promise<number> {
  const access = await composeAccess(readConfig())
  const { runUsage } = await import('./protocol/cli/usage-command.ts')
  try {
    return await runUsage({ access, argv, out, err })
  } finally {
    await access.close()
  }
}

async function installBrowser(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const config = readConfig()
  const { runInstallBrowser } = await import('./protocol/cli/install-browser.ts')
  const configuredPath = config.GLEANER_BROWSER_PATH ?? null
  return runInstallBrowser({ find: () => locateBrowser(config), configuredPath, argv, signal, out, err })
}

async function serve(argv: readonly string[], stop: AbortSignal): Promise<number> {
  const { config, noAuth } = await readServeFlags(argv)
  const { startLog } = await import('./log.ts')
  const endLog = startLog(config.GLEANER_LOG_LEVEL)
  const access = await composeAccess(config)
  const runtime = composeRuntime(config, { keepsSnapshots: true, access })
  const { openHttpInterface } = await import('./serve.ts')
  const http = await openHttpInterface({ config, runtime, access, noAuth, version })
  access.start()
  await runtime.warm()
  for (const name of unknownSettings()) emit('gleaner:lifecycle', { event: 'unknown_setting', detail: name })
  await announce(urlToShow(http.url, config), access, noAuth)

  await aborted(stop)
  emit('gleaner:lifecycle', { event: 'stopping' })
  await http.stop(graceMs)
  await Promise.all([runtime.close(), access.close()])
  emit('gleaner:lifecycle', { event: 'stopped' })
  endLog()
  return 0
}

/** Says where the service is and how to try it; the first key is made and shown here, once. */
async function announce(url: string, access: Access, noAuth: boolean): Promise<void> {
  const first = noAuth ? null : await access.issueFirst('first')
  const key = first?.key ?? '<your key>'
  out(`Gleaner ${version} listens on ${url} (REST: ${url}/v1/scrape, MCP: ${url}/mcp)\n`)
  if (first) out(`API key, shown this once: ${first.key}\n`)
  else if (!noAuth) out('API keys exist already; make another one with: gleaner keys create --name NAME\n')
  const header = noAuth ? '' : `-H 'Authorization: Bearer ${key}' `
  out(`Try:\n  curl ${header}'${url}/v1/scrape?url=https://example.com/'\n`)
}

/** An address under which the service may be reached: not every listening address is one. */
function urlToShow(url: string, { GLEANER_ALLOWED_HOSTS: names }: Config): string {
  const { hostname, port } = new URL(url)
  const [name] = names
  if (isLoopback(hostname.replace(/[[\]]/g, '')) || name === undefined) return url
  return name === '*' ? `http://127.0.0.1:${port}` : `http://${name.includes(':') ? name : `${name}:${port}`}`
}

async function readServeFlags(argv: readonly string[]): Promise<{ config: Config; noAuth: boolean }> {
  const { parseArgs } = await import('node:util')
  let values: { port?: string; host?: string; 'no-auth'?: boolean }
  try {
    values = parseArgs({
      args: [...argv],
      options: { port: { type: 'string' }, host: { type: 'string' }, 'no-auth': { type: 'boolean' } },
    }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`)
  }
  const config = readConfig({ GLEANER_PORT: values.port, GLEANER_HOST: values.host })
  const noAuth = values['no-auth'] ?? false
  if (noAuth && !isLoopback(config.GLEANER_HOST)) throw new ConfigError('--no-auth: only while listening on loopback')
  if (noAuth && (config.GLEANER_TRUST_PROXY || config.GLEANER_ALLOWED_HOSTS.length > 0)) {
    throw new ConfigError('--no-auth: not with GLEANER_TRUST_PROXY or GLEANER_ALLOWED_HOSTS, which let others in')
  }
  if (!isLoopback(config.GLEANER_HOST) && config.GLEANER_ALLOWED_HOSTS.length === 0) {
    throw new ConfigError(
      `GLEANER_ALLOWED_HOSTS: needed when listening on ${config.GLEANER_HOST}; name the hosts, or *`,
    )
  }
  return { config, noAuth }
}
