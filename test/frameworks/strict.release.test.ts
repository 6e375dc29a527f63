import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createRegistry } from '../../src/operations/registry.ts'
import { openOrigin } from '../origin.ts'
import { openTestService } from '../service.ts'
import { frameworks, installFrameworks } from './install.ts'

let missing: string | null
beforeAll(async () => {
  missing = await installFrameworks()
}, 180_000)

const run = promisify(execFile)

it("OpenAI's strict mode takes both tools, with null for each omitted parameter and JSON text for objects", async ({
  skip,
}) => {
  skip(missing !== null, missing ?? '')
  const origin = await openOrigin({ '/': { body: '<title>Oak</title><h1>Oak</h1>' } })
  onTestFinished(() => origin.close())
  const service = await openTestService({ ANTHROPIC_API_KEY: 'a-key' })
  onTestFinished(() => service.close())

  const connection = { url: `${service.url}/mcp`, headers: { Authorization: `Bearer ${service.key}` } }
  const omitted = Object.keys(createRegistry(['a-model']).scrape.input.shape).map((name) => [name, null])
  const args = { ...Object.fromEntries(omitted), url: `${origin.url}/`, extract_rules: '{"name":"h1"}' }
  const { stdout, stderr } = await run(
    process.execPath,
    [`${frameworks}strict-tools.mjs`, JSON.stringify(connection), JSON.stringify(args)],
    { env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }, timeout: 60_000 },
  )
  expect(stderr).toBe('')
  const { isStrict, output } = JSON.parse(stdout)
  expect(isStrict).toEqual({ scrape: true, google_ads: true })
  expect(output).toMatchObject({ type: 'text', text: 'title: Oak\n\n{"name":"Oak"}' })
}, 90_000)
