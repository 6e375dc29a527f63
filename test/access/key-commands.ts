/** For every database, checks the invariants after key commands race with each other and with a running service. */

import { expect } from 'vitest'
import type { Access } from '../../src/access/access.ts'

/** `open` opens access on the same database, as another process would. */
export async function raceKeyCommands(open: () => Promise<Access>): Promise<void> {
  const serving = await open()
  const spender = await serving.issue('spender', { credits: 100 })
  const rotated = await serving.issue('rotated', { credits: 5 })
  const revoked = await serving.issue('revoked')
  const commands = await Promise.all([open(), open(), open()])

  async function spend(): Promise<number> {
    let spent = 0
    for (let i = 0; i < 40; i++) {
      const keyId = await serving.authenticate(`Bearer ${spender.key}`)
      const reservation = await serving.ledger.reserve({ keyId, credits: 2, requestId: `r-${i}`, operation: 'scrape' })
      spent += (await reservation.settle(1)).charged
    }
    return spent
  }
  const results = await Promise.all([
    spend(),
    ...commands.map(async (access) => {
      const made: string[] = []
      for (let i = 0; i < 5; i++) {
        made.push((await access.issue(`made ${i}`, { credits: i })).key)
        await access.grant(spender.id, 10)
      }
      const next = await access.rotate(rotated.id, 3_600_000)
      expect(await access.keys.revoke(revoked.id, new Date().toISOString())).toBe(true)
      return { made, next: next?.key ?? '' }
    }),
  ])
  const [spent, ...done] = results as [number, ...{ made: string[]; next: string }[]]

  for (const { key } of [spender, ...done.flatMap(({ made }) => made.map((key) => ({ key })))]) {
    await expect(serving.authenticate(`Bearer ${key}`)).resolves.toBeTypeOf('string')
  }
  expect(spent).toBe(40)
  expect(await serving.keys.find(spender.id)).toMatchObject({ credits: 100 + 150 - 40, used: 40 })
  // The newest key works, and so does the previous one during the overlap.
  const works = async (key: string) => (await serving.authenticate(`Bearer ${key}`).catch(() => null)) === rotated.id
  const working = await Promise.all([rotated.key, ...done.map(({ next }) => next)].map(works))
  expect(working.filter(Boolean)).toHaveLength(2)
  expect(working[0]).toBe(false)
  expect(await serving.keys.find(rotated.id)).toMatchObject({ name: 'rotated', credits: 5, revokedAt: null })
  await expect(serving.authenticate(`Bearer ${revoked.key}`)).rejects.toMatchObject({ type: 'unauthorized' })
  expect(await serving.keys.list()).toHaveLength(3 + 15)
  await Promise.all([serving, ...commands].map((access) => access.close()))
}
