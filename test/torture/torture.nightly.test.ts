import { expect, it } from 'vitest'
import { runClients } from '../../bench/torture/clients/clients.ts'
import { runDocuments } from '../../bench/torture/documents/attack-documents.ts'
import { originFaults } from '../../bench/torture/origins/faults.ts'
import { runOrigins } from '../../bench/torture/origins/origins.ts'

// The long runs are `npm run bench -- torture`.
it('an origin with any fault except a delay is answered as documented and free of charge', async () => {
  const faults = originFaults.filter(({ answers }) => !answers.includes('target_timeout'))
  const { tried, broken } = await runOrigins({ seed: 1, minutes: 1 }, { faults, times: 1 })
  expect(broken).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(faults.length)
})

it('clients that disconnect during a request, sent or running, leave nothing open', async () => {
  const only = ['in the middle of the request', 'after the request', 'at some time', 'closes its half and reads on']
  const { tried, broken } = await runClients({ seed: 1, minutes: 1 }, { rounds: 1, only })
  expect(broken).toEqual([])
  expect(tried).toBe(5 * only.length)
})

it('broken documents of every kind are answered as documented', async () => {
  const { tried, broken } = await runDocuments({ seed: 1, minutes: 1 }, 150)
  expect(broken).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(100)
}, 120_000)
