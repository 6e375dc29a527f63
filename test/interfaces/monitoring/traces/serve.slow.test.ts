import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../../origin.ts'
import { runProgram, startProgram } from '../../../program.ts'
import { within } from '../../../waits.ts'
import { type Collector, openCollector } from './collector.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-traces-'))
  origin = await openOrigin({ '/': { body: '<title>A page</title><p>Some words.</p>' } })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Starts `gleaner serve`, scrapes one page, and stops it. Resolves with the exit code or signal. */
async function serveOnce(collector: Pick<Collector, 'url'>, settings: Record<string, string> = {}) {
  const own = { GLEANER_DATA_DIR: join(folder, 'data'), OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const child = startProgram(['serve', '--port', '0', '--no-auth'], { ...own, ...settings })
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (url === undefined) continue
    await (await fetch(`${url}/v1/scrape?url=${origin.url}/`)).text()
    child.kill('SIGTERM')
  }
  return within('the end of the service', once(child, 'close'))
}

describe('gleaner serve with a trace endpoint', () => {
  it('sends the remaining spans on shutdown, with the headers and resource from the environment', async () => {
    const collector = await openCollector()
    const ended = await serveOnce(collector, {
      OTEL_SERVICE_NAME: 'reader',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=one',
    })
    await collector.close()
    expect(ended).toEqual([0, null])
    expect(collector.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /v1/scrape', 'scrape', 'parse']),
    )
    expect(collector.resource).toMatchObject({ 'service.name': 'reader', 'deployment.environment.name': 'test' })
    expect(collector.exports[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'one' } })
  })

  it('is called gleaner if the environment sets no name', async () => {
    const collector = await openCollector()
    await serveOnce(collector)
    await collector.close()
    expect(collector.resource['service.name']).toBe('gleaner')
  })

  it('stops cleanly and in time if the collector is unreachable or never responds', async () => {
    const silent = await openCollector(() => {})
    expect(await serveOnce(silent)).toEqual([0, null])
    await silent.close()
    expect(await serveOnce(silent)).toEqual([0, null])
  })

  it('refuses to serve with an unsupported protocol, but other commands still run', async () => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }
    const { code, stderr } = await runProgram(['serve'], settings)
    expect([code, stderr]).toEqual([2, expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT: must be an http:// or')])
    expect((await runProgram(['scrape', `${origin.url}/`], settings)).code).toBe(0)
  })
})
