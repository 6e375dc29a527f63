import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createStages } from '../../../src/base/stages.ts'
import { createSharedWork, type WorkContext, type WorkOutcome } from '../../../src/pages/snapshot/shared-work.ts'

/** Work that ends when the test says so. */
function openWork() {
  const begun: (WorkContext & PromiseWithResolvers<string>)[] = []
  const share = createSharedWork()
  const end = new AbortController().signal
  const ask = (signal: AbortSignal = end, { name = 'one', timeoutMs = 30_000, stages = createStages('id') } = {}) =>
    share(
      { signal, deadlineAt: performance.now() + timeoutMs, stages },
      {
        name,
        begin(context: WorkContext) {
          const result = { ...context, ...Promise.withResolvers<string>() }
          begun.push(result)
          context.signal.addEventListener('abort', () => result.reject(context.signal.reason))
          return result.promise
        },
        receive: (value: string, isFirst: boolean) => [value, isFirst],
        ranOutOfTime: (outcome: WorkOutcome<string>) => 'value' in outcome && outcome.value === 'half of it',
      },
    )
  return { begun, ask }
}

describe('work that several requests ask for', () => {
  it('is done once, and the one that came first is told so', async () => {
    const { begun, ask } = openWork()
    const waiting = [ask(), ask(), ask()]
    begun[0]?.resolve('page')
    expect(await Promise.all(waiting)).toEqual([
      ['page', true],
      ['page', false],
      ['page', false],
    ])
    expect(begun).toHaveLength(1)
    const later = ask()
    begun[1]?.resolve('another')
    expect(await later).toEqual(['another', true])
  })

  it('is done for each name by itself', async () => {
    const { begun, ask } = openWork()
    const waiting = [ask(), ask(undefined, { name: 'two' })]
    for (const [at, work] of begun.entries()) work.resolve(`page ${at}`)
    expect(await Promise.all(waiting)).toEqual([
      ['page 0', true],
      ['page 1', true],
    ])
  })

  it('goes on when the one that began it leaves, and the next is then first', async () => {
    const { begun, ask } = openWork()
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    const staying = ask()
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(begun[0]?.signal.aborted).toBe(false)
    begun[0]?.resolve('page')
    expect(await staying).toEqual(['page', true])
  })

  it('goes on when one that joined leaves', async () => {
    const { begun, ask } = openWork()
    const leaving = new AbortController()
    const staying = ask()
    const left = ask(leaving.signal)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    begun[0]?.resolve('page')
    expect(await staying).toEqual(['page', true])
  })

  it('ends when all have left, and is begun anew for the next', async () => {
    const { begun, ask } = openWork()
    const [one, two] = [new AbortController(), new AbortController()]
    const waiting = [ask(one.signal), ask(two.signal)].map((asked) => asked.catch((error: Error) => error.message))
    one.abort(new Error('one left'))
    two.abort(new Error('two left'))
    expect(await Promise.all(waiting)).toEqual(['one left', 'two left'])
    expect(begun[0]?.signal.aborted).toBe(true)
    const next = ask()
    expect(begun).toHaveLength(2)
    begun[1]?.resolve('page')
    expect(await next).toEqual(['page', true])
  })

  it('that fails fails for all who wait, and is begun anew for the next', async () => {
    const { begun, ask } = openWork()
    const waiting = [ask(), ask()].map((asked) => asked.catch((error: Error) => error.message))
    begun[0]?.reject(new Error('broke off'))
    expect(await Promise.all(waiting)).toEqual(['broke off', 'broke off'])
    const next = ask()
    begun[1]?.resolve('page')
    expect(await next).toEqual(['page', true])
  })

  it('is begun by no request that has ended already', async () => {
    const { begun, ask } = openWork()
    await expect(ask(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(begun).toEqual([])
  })

  it('is done again for one that has more time than the work had when its time was over', async () => {
    const { begun, ask } = openWork()
    const short = ask(undefined, { timeoutMs: 1000 })
    const long = ask(undefined, { timeoutMs: 60_000 })
    begun[0]?.resolve('half of it')
    expect(await short).toEqual(['half of it', true])
    await turn()
    begun[1]?.resolve('all of it')
    expect(await long).toEqual(['all of it', true])
  })

  it('counts for each request what passed while it waited, also when that leaves', async () => {
    const { begun, ask } = openWork()
    const [early, late, gone] = ['early', 'late', 'gone'].map(createStages)
    const leaving = new AbortController()
    const waiting = [ask(undefined, { stages: early }), ask(leaving.signal, { stages: gone })]
    const rendering = Promise.withResolvers<void>()
    const rendered = begun[0]?.stages.during('render', () => rendering.promise)
    const leftAt = performance.now()
    while (performance.now() < leftAt + 5) await turn()
    leaving.abort(new Error('left'))
    await expect(waiting[1]).rejects.toThrow('left')
    const lateAt = performance.now()
    const lateAsked = ask(undefined, { stages: late })
    while (performance.now() < lateAt + 5) await turn()
    rendering.resolve()
    await rendered
    begun[0]?.resolve('page')
    await Promise.all([waiting[0], lateAsked])
    const renderMs = [early, late, gone].map((stages) => stages?.durations().get('render') ?? 0)
    expect(Math.min(...renderMs)).toBeGreaterThanOrEqual(4)
    expect(renderMs[0]).toBeGreaterThan(Math.max(renderMs[1] ?? 0, renderMs[2] ?? 0))
    expect(late?.totalMs()).toBeGreaterThanOrEqual(renderMs[1] ?? 0)
  })
})
