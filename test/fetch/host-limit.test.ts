import { describe, expect, it } from 'vitest'
import { createHostLimit } from '../../src/fetch/host-limit.ts'

const patient = new AbortController().signal

/** Work that ends when told to. */
function job(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    end: resolve,
    work: async () => {
      log.push(`${name} starts`)
      await promise
      log.push(`${name} ends`)
      return name
    },
  }
}

describe('the limit on requests at once to a host', () => {
  it('lets as many through as it allows and the others in the order in which they came', async () => {
    const log: string[] = []
    const limit = createHostLimit(2)
    const jobs = ['a', 'b', 'c', 'd'].map((name) => job(log, name))
    const done = jobs.map(({ work }) => limit.run('example.com', patient, work))
    await Promise.resolve()
    expect(log).toEqual(['a starts', 'b starts'])
    jobs[1]?.end()
    await done[1]
    await new Promise(setImmediate)
    expect(log).toEqual(['a starts', 'b starts', 'b ends', 'c starts'])
    for (const { end } of jobs) end()
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd'])
    expect(log.filter((line) => line.endsWith('starts'))).toEqual(['a starts', 'b starts', 'c starts', 'd starts'])
  })

  it('keeps hosts apart', async () => {
    const limit = createHostLimit(1)
    const log: string[] = []
    const first = job(log, 'first')
    const running = limit.run('a.example', patient, first.work)
    expect(await limit.run('b.example', patient, async () => 'other')).toBe('other')
    first.end()
    await running
  })

  it('lets one who gave up out of the line', async () => {
    const limit = createHostLimit(1)
    const log: string[] = []
    const first = job(log, 'first')
    const running = limit.run('a.example', patient, first.work)
    const controller = new AbortController()
    const second = limit.run('a.example', controller.signal, job(log, 'second').work)
    const third = limit.run('a.example', patient, async () => 'third')
    controller.abort(new Error('gave up'))
    await expect(second).rejects.toThrow('gave up')
    first.end()
    expect(await Promise.all([running, third])).toEqual(['first', 'third'])
    expect(log).toEqual(['first starts', 'first ends'])
  })

  it('hands the place on when the work fails', async () => {
    const limit = createHostLimit(1)
    const failing = limit.run('a.example', patient, async () => {
      throw new Error('failed')
    })
    const next = limit.run('a.example', patient, async () => 'next')
    await expect(failing).rejects.toThrow('failed')
    expect(await next).toBe('next')
  })
})
