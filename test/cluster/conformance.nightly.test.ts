import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clean, needsFixtures, runSuite } from '../interfaces/mcp/conformance/suite.ts'
import { installMcpTools } from '../mcp-tools/install.ts'
import { lacksPostgres, lacksRedis } from '../services.ts'
import { type Balancer, lacksBalancer, openBalancer } from './balancer.ts'
import { type Cluster, openCluster } from './cluster.ts'

describe.skipIf(lacksBalancer || lacksPostgres || lacksRedis)(
  'the conformance suite against two nodes behind HAProxy',
  () => {
    let cluster: Cluster
    let balancer: Balancer
    let missing: string | null
    beforeAll(async () => {
      missing = await installMcpTools()
      cluster = await openCluster({ workers: 0 })
      const { key } = await cluster.issue('conformance')
      // The suite sends no key.
      balancer = await openBalancer(
        cluster.nodes.map(({ address }) => address),
        { key },
      )
    })
    beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))
    afterAll(async () => {
      await balancer.close()
      await cluster.close()
    })

    it.each(['2025-11-25', '2026-07-28'])('finds no failures over %s, and reaches both nodes', async (revision) => {
      balancer.log.length = 0
      const found = await runSuite(`${balancer.url}/mcp`, revision, needsFixtures[revision])
      expect(found, found.output).toMatchObject(clean)
      expect(found.passed).toBeGreaterThan(30)
      const asked = balancer.log.map((line) => /nodes\/(api-\d)/.exec(line)?.[1]).filter(Boolean)
      expect(new Set(asked)).toEqual(new Set(['api-1', 'api-2']))
    })
  },
)
