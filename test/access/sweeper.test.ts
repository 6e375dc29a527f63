import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSweeper } from '../../src/access/sweeper.ts'
import { openLedger } from './open-ledger.ts'

async function openSweeper() {
  const parts = await openLedger()
  let prunes = 0
  const prune = async () => void prunes++
  const sweeper = createSweeper({ ...parts, node: 'node', prune, patience: 2, everyMs: 5 })
  const hold = (keyId: string, node: string) =>
    parts.store.reserve({ id: randomUUID(), node, keyId, credits: 4, operation: 'scrape', requestId: 'r-1' })
  return { ...parts, sweeper, hold, prunes: () => prunes }
}

describe('a round of the sweeper', () => {
  it('releases the reservations of a process once its heartbeat has stopped for the given number of rounds', async () => {
    const { sweeper, store, hold, addKey, balance } = await openSweeper()
    const id = await addKey({ credits: 10 })
    await store.beat('dead')
    await hold(id, 'dead')
    for (let round = 0; round < 2; round++) await sweeper.round()
    expect(await balance(id)).toMatchObject({ credits: 6 })
    await sweeper.round()
    expect(await balance(id)).toMatchObject({ credits: 10 })
    expect([...(await store.beats()).keys()]).toEqual(['node'])
  })

  it('leaves a process with a heartbeat alone, however infrequent', async () => {
    const { sweeper, store, hold, addKey, balance } = await openSweeper()
    const id = await addKey({ credits: 10 })
    await hold(id, 'slow')
    for (let round = 0; round < 6; round++) {
      if (round % 2 === 0) await store.beat('slow')
      await sweeper.round()
    }
    expect(await balance(id)).toMatchObject({ credits: 6 })
  })

  it('releases reservations of a process that never had a heartbeat, but never its own', async () => {
    const { sweeper, hold, addKey, balance } = await openSweeper()
    const id = await addKey({ credits: 10 })
    await hold(id, 'never')
    await hold(id, 'node')
    for (let round = 0; round < 4; round++) await sweeper.round()
    expect(await balance(id)).toMatchObject({ credits: 6 })
  })

  it('writes the journaled outcomes of a dead process before it releases the rest', async () => {
    const { sweeper, store, journal, addKey, balance } = await openSweeper()
    const id = await addKey({ credits: 10 })
    const hold = { id: randomUUID(), node: 'dead', keyId: id, credits: 4, operation: 'scrape', requestId: 'r-1' }
    await store.reserve(hold)
    journal.append({ ...hold, isHeld: true, charged: 3, claim: null })
    for (let round = 0; round < 4; round++) await sweeper.round()
    expect(await balance(id)).toEqual({ credits: 7, used: 3 })
    expect(journal.nodes()).toEqual([])
  })

  it('prunes expired data', async () => {
    const { sweeper, prunes } = await openSweeper()
    await sweeper.round()
    expect(prunes()).toBe(1)
  })
})

describe('the sweeper', () => {
  it('continues after a failed round, and stops when closed', async () => {
    const { store, outcomes } = await openLedger()
    let rounds = 0
    const prune = async () => {
      rounds++
      throw new Error('this round fails')
    }
    const sweeper = createSweeper({ store, outcomes, node: 'node', prune, everyMs: 1000 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    sweeper.start()
    const afterASecond = async () => {
      await vi.advanceTimersByTimeAsync(1000)
      return rounds
    }
    await expect.poll(afterASecond).toBeGreaterThan(2)
    await sweeper.close()
    const stopped = rounds
    await vi.advanceTimersByTimeAsync(60_000)
    expect(rounds).toBe(stopped)
  })
})
