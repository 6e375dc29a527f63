/** The values of a caller's headers and cookies reach only their origin. Tests the whole program, with its browser and databases. */

import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { LoggingMessageNotificationSchema, ProgressNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openLoopback, openOrigin, type Site } from '../origin.ts'
import { readFirstKey, runProgram, startProgram } from '../program.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { lacksPostgres, openPostgresServer } from '../services.ts'

const canary = 'canary-51d8'
const headers = { 'X-Key': canary, Authorization: `Bearer ${canary}` }
const cookies = { sid: canary }
const secrets = { headers: JSON.stringify(headers), cookies: JSON.stringify(cookies) }

/** Command lines and environments of all processes on this machine, except this one. */
function processes(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return pids.flatMap((pid) => ['cmdline', 'environ'].map((file) => read(`/proc/${pid}/${file}`)))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** The text in the files under a folder, except those being written. */
function filesOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  return files.map(({ parentPath, name }) => read(join(parentPath, name)))
}

const browserProfiles = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('gleaner-browser-'))
    .flatMap((name) => filesOf(join(tmpdir(), name)))

/** Serves a page that inspects the machine while the browser loads it, and reports only whether it received the secrets. */
function openSite(looked: string[][]): Site {
  const page: Site[string] = ({ headers: { authorization, cookie } }, response) => {
    looked.push(processes(), browserProfiles())
    const isMember = authorization === `Bearer ${canary}` && cookie === `sid=${canary}`
    const text = `<h1>${isMember ? 'A member' : 'A stranger'}</h1>${'<p>A paragraph of some words.'.repeat(40)}`
    response.setHeader('content-type', 'text/html').end(text)
  }
  return { '/': page, '/reset': (request) => void request.socket.destroy(), '/missing': { status: 404, body: 'none' } }
}

/** Returns every row in every table. */
async function rowsOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query(`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query(`select row_to_json(t)::text as row from ${name} t`)
    texts.push(`${name}: ${rows.map(({ row }) => row).join('\n')}`)
  }
  await client.end()
  return texts.join('\n')
}

async function askByRest(url: string, key: string, origin: string): Promise<string[]> {
  const inputs: Record<string, string>[] = [
    {},
    { max_chars: '100' },
    { max_chars: '100', offset: '100' },
    { render_js: 'true' },
    { render_if_needed: 'true', locale: 'de' },
    { url: `${origin}/missing`, max_age_s: '60' },
    { url: `${origin}/reset` },
    { url: `${origin}/reset`, render_js: 'true' },
    { css_selector: '.none' },
    { css_selector: 'a[' },
    { output: 'pdf', offset: 'x' },
    { prompt: 'Who?' },
    { headers: JSON.stringify({ Host: canary, 'a b': canary }) },
    { cookies: canary },
  ]
  const texts: string[] = []
  for (const [at, input] of inputs.entries()) {
    const all = { url: `${origin}/`, ...secrets, ...input }
    const query = new URLSearchParams(all)
    const parsed = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, jsonOr(value)]))
    const authorized = { authorization: `Bearer ${key}`, 'idempotency-key': `${canary.length}-${at}` }
    const post = { method: 'POST', body: JSON.stringify(parsed) }
    for (const response of [
      await fetch(`${url}/v1/scrape?${query}`, { headers: authorized }),
      await fetch(`${url}/v1/scrape`, { ...post, headers: { ...authorized, 'content-type': 'application/json' } }),
    ]) {
      texts.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
    }
  }
  return texts
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function askByMcp(url: string, key: string, origin: string): Promise<string[]> {
  const client = new Client({ name: 'secrecy', version: '1' })
  const texts: string[] = []
  for (const schema of [LoggingMessageNotificationSchema, ProgressNotificationSchema]) {
    client.setNotificationHandler(schema, (message) => void texts.push(JSON.stringify(message)))
  }
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  await client.setLoggingLevel('debug')
  const calls = [
    {},
    { render_js: true },
    { url: `${origin}/reset` },
    { timeout_ms: 1 },
    { css_selector: '.none' },
    { rendr_js: 1 },
  ]
  for (const call of calls) {
    const given = { name: 'scrape', arguments: { url: `${origin}/`, headers, cookies, ...call } }
    const onprogress = (progress: unknown) => void texts.push(JSON.stringify(progress))
    texts.push(JSON.stringify(await client.callTool(given, undefined, { onprogress })))
  }
  const { resources } = await client.listResources()
  expect(resources.length).toBeGreaterThan(0)
  texts.push(JSON.stringify(resources))
  for (const { uri } of resources.slice(0, 2)) texts.push(JSON.stringify(await client.readResource({ uri })))
  await client.close()
  return texts
}

interface Surroundings {
  settings: Record<string, string>
  /** Rows in the database. Empty if the database is a file in the data folder. */
  rows(): Promise<string>
  close(): Promise<void>
}

const databases: [name: string, open: () => Promise<Surroundings>][] = [
  ['SQLite', async () => ({ settings: { GLEANER_LOG_FORMAT: 'json' }, rows: async () => '', close: async () => {} })],
  [
    'PostgreSQL',
    async () => {
      const postgres = await openPostgresServer()
      const settings = {
        GLEANER_DATABASE_URL: postgres.url,
        GLEANER_SECRET: 'a secret of the tests',
        GLEANER_LOG_FORMAT: 'pretty',
      }
      return { settings, rows: () => rowsOf(postgres.url), close: postgres.close }
    },
  ],
]

it.skipIf(lacksBrowser || lacksPostgres).each(databases)(
  'no log line, response, trace, metric, file, row or process contains them: %s',
  async (name, open) => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-own-secrecy-'))
    const looked: string[][] = []
    const traces: string[] = []
    const collector = await openLoopback(
      createServer(async (request, response) => {
        for await (const chunk of request) traces.push(String(chunk))
        response.end()
      }),
    )
    const origin = await openOrigin(openSite(looked))
    const { settings, rows, close } = await open()
    const service = startProgram(['serve', '--port', '0'], {
      ...{ GLEANER_DATA_DIR: folder, GLEANER_LOG_LEVEL: 'debug', GLEANER_METRICS: 'public', GLEANER_ROBOTS: 'respect' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings },
    })
    const printed: string[] = []
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => printed.push(String(chunk)))
    await expect.poll(() => printed.join('')).toContain('curl')
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed.join(''))?.[0] ?? ''
    const key = readFirstKey(folder)

    const answers = [...(await askByRest(url, key, origin.url)), ...(await askByMcp(url, key, origin.url))]
    expect(answers.filter((text) => text.includes('A member')).length).toBeGreaterThan(5)
    expect(answers.filter((text) => text.includes('"idempotency_not_kept"')).length).toBeGreaterThan(3)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const told = [await rows(), ...filesOf(folder)]
    service.kill('SIGTERM')
    await once(service, 'close')
    const left = [await rows(), ...filesOf(folder)]

    expect(looked.flat().some((text) => text.includes('--proxy-server='))).toBe(true)
    expect(looked.flat().length).toBeGreaterThan(100)
    expect(traces.join('')).toContain('scrape')
    expect(printed.join('')).toContain(name === 'SQLite' ? '"msg":"fetch"' : 'fetch')
    expect(left.join('').length).toBeGreaterThan(1000)
    for (const texts of [looked.flat(), answers, [metrics], traces, printed, told, left]) {
      expect(texts.filter((text) => text.includes(canary))).toEqual([])
    }
    await close()
    await Promise.all([collector.close(), origin.close()])
    rmSync(folder, { recursive: true })
  },
)

it('the command line prints none of them', async () => {
  const origin = await openOrigin(openSite([]))
  const flags = [`--headers=${secrets.headers}`, `--cookies=${secrets.cookies}`]
  for (const argv of [
    ['scrape', `${origin.url}/`],
    ['scrape', `${origin.url}/`, '--json'],
    ['scrape', `${origin.url}/reset`, '--json'],
    ['scrape', `${origin.url}/`, '--output', 'pdf'],
    ['scrape', `${origin.url}/`, '--headerz', canary],
  ]) {
    const { stdout, stderr } = await runProgram([...argv, ...flags], { GLEANER_LOG_LEVEL: 'debug' })
    expect(`${stdout}${stderr}`.length).toBeGreaterThan(20)
    expect(`${stdout}${stderr}`).not.toContain(canary)
  }
  await origin.close()
})
