import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Events, subscribe } from '../../src/base/events.ts'
import { createStages, noStages } from '../../src/base/stages.ts'

describe('the stages of a request', () => {
  it('are summed by name in order of occurrence, without those that did not happen', () => {
    const stages = createStages('r')
    stages.add('body', 10, 12)
    stages.add('connection', 0, 5)
    stages.add('connection', 20, 23)
    expect([...stages.durations()]).toEqual([
      ['connection', 8],
      ['body', 2],
    ])
  })

  it('count overlapping time of two stages with the same name once', () => {
    const stages = createStages('r')
    stages.add('model', 0, 10)
    stages.add('model', 2, 4)
    stages.add('model', 8, 15)
    expect(stages.durations().get('model')).toBe(15)
  })

  it('include those still running and those that fail', async () => {
    const stages = createStages('r')
    const never = stages.during('name', () => new Promise(() => {}))
    await expect(stages.during('connection', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await sleep(2)
    expect(stages.durations().get('name')).toBeGreaterThan(0)
    expect([...stages.durations().keys()]).toEqual(['name', 'connection'])
    void never
  })

  it('do not include an immediate turn', () => {
    const stages = createStages('r')
    stages.add('queue', 5, 5.5)
    expect(stages.durations().size).toBe(0)
    stages.add('queue', 6, 8)
    expect(stages.durations().get('queue')).toBe(2.5)
  })

  it('are emitted as they finish, with times since the epoch', async () => {
    const events: Events['gleaner:stage'][] = []
    onTestFinished(subscribe('gleaner:stage', (event) => void (event.requestId === 'emitted' && events.push(event))))
    const before = Date.now()
    const stages = createStages('emitted')
    const from = performance.now()
    stages.add('parse', from, from + 3)
    await stages.during('format', async () => {})
    stages.add('queue', from, from)
    expect(events).toMatchObject([{ stage: 'parse' }, { stage: 'format' }])
    expect(events[0]?.durationMs).toBeCloseTo(3)
    expect(events[0]?.startedAt).toBeGreaterThanOrEqual(before - 1)
    expect(events[0]?.startedAt).toBeLessThanOrEqual(Date.now() + 1)
    expect(stages.epochMs(from)).toBe(events[0]?.startedAt)
  })

  it('are optional for the work itself', async () => {
    expect(await noStages.during('render', async () => 'done')).toBe('done')
  })
})
