import { describe, expect, it } from 'vitest'
import { faults, nameOfFault } from '../../bench/torture/cluster/faults.ts'
import { tortureCluster } from '../../bench/torture/cluster/run.ts'
import { lacksBalancer } from '../cluster/balancer.ts'
import { lacksBrowser } from '../render/open-renderer.ts'
import { lacksPostgres, lacksRedis } from '../services.ts'

// `npm run bench -- torture-cluster` injects all faults during 20,000 requests.
describe.skipIf(lacksPostgres || lacksRedis || lacksBrowser || lacksBalancer)('a cluster under load', () => {
  const names = ['kill -9 worker-1', 'kill -9 redis, data lost', 'cut node-2 redis']

  it('responds as documented and loses no credit while components die', { timeout: 300_000 }, async () => {
    const chosen = faults.filter((fault) => names.includes(nameOfFault(fault)))
    const progress = () => {}
    const result = await tortureCluster({ requests: 300, seed: 1, callers: 8, faults: chosen, progress })
    expect(result.broken).toEqual([])
    expect(result.faults.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    expect(result.asked).toBeGreaterThanOrEqual(300)
    expect(result.keys.every(({ told, used }) => told > 0 && used >= told)).toBe(true)
  })
})
