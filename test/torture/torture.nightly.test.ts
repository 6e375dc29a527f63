import { expect, it } from 'vitest'
import { classNames, runClasses } from '../../bench/torture/classes/attack-classes.ts'
import { runClients } from '../../bench/torture/clients/clients.ts'
import { runDocuments } from '../../bench/torture/documents/attack-documents.ts'
import { originFaults } from '../../bench/torture/origins/faults.ts'
import { runOrigins } from '../../bench/torture/origins/origins.ts'

// For the long runs, use `npm run bench -- torture`.
it('an origin with any fault except a delay causes a documented response, free of charge', async () => {
  const faults = originFaults.filter(({ answers }) => !answers.includes('target_timeout'))
  const { tried, broken } = await runOrigins({ seed: 1, minutes: 1 }, { faults, times: 1 })
  expect(broken).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(faults.length)
})

it('clients that disconnect while sending or waiting leave nothing open', async () => {
  const only = ['in the middle of the request', 'after the request', 'at some time', 'closes its half and reads on']
  const { tried, broken } = await runClients({ seed: 1, minutes: 1 }, { rounds: 1, only })
  expect(broken).toEqual([])
  expect(tried).toBe(5 * only.length)
})

it('broken documents of every kind get a documented response', async () => {
  const { tried, broken } = await runDocuments({ seed: 1, minutes: 1 }, 150)
  expect(broken).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(100)
}, 120_000)

it('variations of weaknesses that were once found break nothing', async () => {
  const options = { seed: Date.now() % 1_000_000, minutes: 10, progress: () => {} }
  const { tried, broken, note } = await runClasses(options, 2)
  expect(broken, note).toEqual([])
  expect(tried).toBe(2 * classNames.length)
}, 900_000)
