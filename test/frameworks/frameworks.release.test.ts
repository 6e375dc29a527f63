import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/operations/registry.ts'
import { openGoogle } from '../operations/google-ads/google.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { bin } from '../program.ts'
import { openTestService, type TestService, testSettings } from '../service.ts'
import { frameworks, installFrameworks } from './install.ts'

let missing: string | null
let origin: Origin
let google: Origin & { template: string }
let service: TestService

beforeAll(async () => {
  missing = await installFrameworks()
  origin = await openOrigin({ '/': { body: '<title>Oak</title><main><h1>Oak</h1><p>An oak is a tree.</p></main>' } })
  google = await openGoogle({ desk: ['text-2021-data-rw'] })
  service = await openTestService({ GLEANER_GOOGLE_URL: google.template })
}, 180_000)

beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

afterAll(() => Promise.all([service.close(), google.close(), origin.close()]))

const run = promisify(execFile)

interface ToolOutput {
  text: string
  body?: Record<string, unknown>
  failed?: boolean
}

interface FrameworkRun {
  parameters: Record<string, string[]>
  outputs: ToolOutput[]
}

interface Task {
  server: unknown
  calls: [string, Record<string, unknown>][]
}

/** For each task, the tool parameters that the framework sees, and the outputs of its calls. */
async function drive(framework: string, tasks: readonly Task[]): Promise<FrameworkRun[]> {
  const { stdout } = await run(process.execPath, [`${frameworks}drive.mjs`, framework, JSON.stringify(tasks)], {
    // Loading a framework takes more than a second if its sources must be compiled.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    timeout: 60_000,
  })
  return JSON.parse(stdout)
}

const overStdio = () => ({
  stdio: {
    command: process.execPath,
    args: [bin, 'stdio'],
    env: { ...testSettings, GLEANER_GOOGLE_URL: google.template },
  },
})
const overHttp = () => ({
  http: { url: `${service.url}/mcp`, headers: { Authorization: `Bearer ${service.key}` } },
})

function expectTools({ parameters, outputs }: FrameworkRun): void {
  const tools = Object.values(createRegistry(['a-model'])).filter(({ isTool }) => isTool)
  // This server has no language model.
  const contract = tools.map(({ name, input, withoutModel: { omit = [] } = { omit: [], description: '' } }) => [
    name,
    Object.keys(input.shape).filter((param) => !omit.includes(param)),
  ])
  expect(parameters).toEqual(Object.fromEntries(contract))

  const [page, ads, failure] = outputs
  expect(page?.text).toMatch(/^title: Oak$.*^An oak is a tree\.$/ms)
  expect(ads?.text).toMatch(/"ads":\[\{"page":1,"block":"top",/)
  expect(failure?.text).toMatch(/address_refused: .*fetches pages at public addresses that/)
  for (const { body } of [page, ads] as ToolOutput[]) if (body) expect(body).toHaveProperty('credits_charged')
  if (failure?.failed !== undefined) expect(failure.failed).toBe(true)
}

describe.each(['langchain', 'ai-sdk', 'openai-agents', 'mcp-use'])('%s', (framework) => {
  it('lists both tools with all parameters, calls them, and gets their errors, over stdio and over HTTP', async () => {
    const calls: Task['calls'] = [
      ['scrape', { url: `${origin.url}/` }],
      ['google_ads', { query: 'desk', output: 'json' }],
      ['scrape', { url: 'http://10.0.0.1/' }],
    ]
    const runs = await drive(framework, [
      { server: overStdio(), calls },
      { server: overHttp(), calls },
    ])
    expect(runs).toHaveLength(2)
    for (const each of runs) expectTools(each)
  })
})

describe('openai-agents in strict mode', () => {
  it('sends null for every parameter that the model omits, and null counts as absent', async () => {
    const names = Object.keys(createRegistry(['a-model']).scrape.input.shape)
    const args = { ...Object.fromEntries(names.map((name) => [name, null])), url: `${origin.url}/` }
    const [ended] = await drive('openai-agents', [{ server: overHttp(), calls: [['scrape', args]] }])
    expect(ended?.outputs[0]?.text).toMatch(/^title: Oak$.*^An oak is a tree\.$/ms)
  })
})
