/** Runs the cases of the matrix with one client, and judges what its model was sent. */

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testSettings } from '../../service.ts'
import { type Conversation, openModel, type ToolCall } from '../model/model-server.ts'
import type { SentResult } from '../model/wire.ts'
import { type CallBody, cases } from './cases.ts'
import type { MatrixClient } from './clients.ts'
import { judge, type Verdict } from './judge.ts'
import { openSite } from './site.ts'

/** The folder of this repository. */
export const checkout = fileURLToPath(new URL('../../..', import.meta.url))

const run = promisify(execFile)
const drive = fileURLToPath(new URL('../clients/drive.mjs', import.meta.url))

/** The server as a client's configuration names it. */
export type ServerConfig =
  | { stdio: { command: string; args: string[]; env: Record<string, string> } }
  | { http: { url: string; headers: Record<string, string> } }

/** A case with its calls, and the result of each on the command line. */
export interface ExpectedCase {
  name: string
  calls: { call: ToolCall; body: CallBody; header: readonly RegExp[]; maxTokens?: number | undefined }[]
}

/** One cell of the table: the results of one case in one client. `tools` are those that the model was offered. */
export interface Cell {
  case: string
  verdicts: Verdict[]
  tools: Conversation['tools']
  error?: string
}

export interface ClientRun {
  cells: Cell[]
  /** True if the server drops the request for a page as soon as the client cancels the call. */
  cancels: boolean
}

/** Result of a conversation in drive.mjs. */
interface Ended {
  error?: string
  results?: SentResult[]
  cancel?: string
}

/** Opens the site and the model, and finds out what the checkout at `root` returns for each case. */
export async function openMatrix(root: string) {
  const site = await openSite()
  const model = await openModel()
  const program = join(root, 'bin/gleaner.mjs')
  const env = { ...testSettings, GLEANER_GOOGLE_URL: site.googleUrl }
  let conversations = 0

  /** Runs these conversations in one process. Returns the outcome of each. */
  async function converse(client: MatrixClient, server: ServerConfig, scripts: { calls: ToolCall[]; held?: object }[]) {
    const talks = scripts.map(({ calls, held }) => ({ calls, held, seen: model.converse(`${++conversations}`, calls) }))
    const home = mkdtempSync(join(tmpdir(), 'gleaner-client-'))
    const task = {
      server,
      format: client.model ?? client.revision,
      conversations: talks.map(({ seen, ...rest }) => ({ url: seen.url, ...rest })),
    }
    try {
      const { stdout } = await run(process.execPath, [drive, client.driver, JSON.stringify(task)], {
        env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, ...quiet },
        timeout: 150_000,
        maxBuffer: 1e8,
      })
      const ended = JSON.parse(stdout.slice(stdout.lastIndexOf('\n') + 1)) as Ended[]
      return talks.map(({ seen }, at) => ({ seen, ended: ended[at] as Ended }))
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }

  return {
    /** The server of the checkout at `root`. */
    stdio: { stdio: { command: process.execPath, args: [program, 'stdio'], env } },
    site,
    expected: await expectCases(program, env, site.url),
    /** Runs these cases, and cancels one more call. */
    async run(client: MatrixClient, server: ServerConfig, expected: readonly ExpectedCase[]): Promise<ClientRun> {
      const held = site.held(`${conversations}`)
      const scripts = expected.map(({ calls }) => ({ calls: calls.map(({ call }) => call) }))
      const ended = await converse(client, server, [...scripts, { calls: [['scrape', { url: held.page }]], held }])
      const cells = expected.map((each, at) => cellOf(each, ended[at] as (typeof ended)[number]))
      return { cells, cancels: ended.at(-1)?.ended.cancel === 'yes' }
    },
    /** The images that the model is sent for these calls, each in a separate conversation, and its results. */
    async images(client: MatrixClient, server: ServerConfig, calls: readonly ToolCall[]) {
      const ended = await converse(
        client,
        server,
        calls.map((call) => ({ calls: [call] })),
      )
      return ended.map(({ seen, ended }) => ({ images: seen.images, results: ended.results ?? seen.results }))
    },
    close: () => Promise.all([site.close(), model.close()]),
  }
}

/** Switches off the telemetry of the clients. */
const quiet = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
}

function cellOf({ name, calls }: ExpectedCase, { seen, ended }: { seen: Conversation; ended: Ended }): Cell {
  const results = ended.results ?? seen.results
  const verdicts = calls.map(({ body, header, maxTokens }, at): Verdict => {
    const sent = results[at]
    return sent ? judge(withoutOffsets(sent), body, header, maxTokens) : { damage: ['no result'], tokens: 0, text: '' }
  })
  return { case: name, verdicts, tools: seen.tools, ...(ended.error ? { error: ended.error } : {}) }
}

/** Over MCP, the lines of a report on quotes end with the places of the passages. */
function withoutOffsets({ texts, otherBlocks }: SentResult): SentResult {
  return { texts: texts.map((text) => text.replace(/ \[offset [\d,]+(?:, page \d+)?\]/g, '')), otherBlocks }
}

/** Makes each call on the command line, whose content is what a model must be sent. */
async function expectCases(program: string, env: Record<string, string>, site: string): Promise<ExpectedCase[]> {
  const expected: ExpectedCase[] = []
  for (const { name, calls } of cases) {
    const bodies: ExpectedCase['calls'] = []
    for (const { call, header, maxTokens } of calls) {
      const made = call(site, bodies.at(-1)?.body)
      const { stdout } = await run(process.execPath, [program, ...commandOf(made), '--json'], {
        env: { PATH: process.env.PATH, ...env },
      }).catch((failure: { stdout: string }) => failure)
      bodies.push({ call: made, body: JSON.parse(stdout), header, maxTokens })
    }
    expected.push({ name, calls: bodies })
  }
  return expected
}

/** The command for a call, with the default size of a piece over MCP. */
function commandOf([name, { url, query, ...args }]: ToolCall): string[] {
  const flags = Object.entries(args).flatMap(([param, value]) =>
    param === 'quotes'
      ? (value as string[]).flatMap((quote) => ['--quote', quote])
      : [`--${param.replaceAll('_', '-')}`, String(value)],
  )
  return name === 'scrape'
    ? ['scrape', String(url), '--max-chars', '40000', ...flags]
    : ['google-ads', String(query), ...flags]
}
