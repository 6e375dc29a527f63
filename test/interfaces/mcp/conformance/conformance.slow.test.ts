import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installMcpTools } from '../../../mcp-tools/install.ts'
import { openTestService } from '../../../service.ts'
import { openListener } from '../listener.ts'
import { connectFixture } from './fixture-legacy.ts'
import { modernFixture } from './fixture-modern.ts'
import { clean, needsFixtures, runSuite } from './suite.ts'

let missing: string | null
beforeAll(async () => {
  missing = await installMcpTools()
}, 400_000)
beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

describe.concurrent.each(['2025-11-25', '2026-07-28'])('the conformance suite for %s', (revision) => {
  it.for(['text', 'structured'])(
    'finds no failure in the service with results as %s',
    async (form, { onTestFinished }) => {
      const service = await openTestService({}, { noAuth: true })
      onTestFinished(() => service.close())
      const found = await runSuite(`${service.url}/mcp?result=${form}`, revision, needsFixtures[revision])
      expect(found, found.output).toMatchObject(clean)
      expect(found.passed).toBeGreaterThan(30)
    },
  )

  it('finds no failure in its own fixtures on the same HTTP stack', async ({ onTestFinished }) => {
    const servers = async () => ({ legacy: connectFixture, modern: modernFixture })
    const { url } = await openListener({ servers, onEnd: onTestFinished })
    const found = await runSuite(url, revision)
    expect(found, found.output).toMatchObject(clean)
    expect(found.passed).toBeGreaterThan(30)
  })
})
