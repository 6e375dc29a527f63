/** Documents and pages that need too much memory or time. Each takes down only its own request, never the service. */

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { largePages } from '../../bench/torture/shapes/large-pages.ts'
import { type Shape, shapeOf } from '../../bench/torture/shapes/shape.ts'
import {
  faultOf,
  openShapeService,
  type ShapeAnswer,
  type ShapeService,
} from '../../bench/torture/shapes/shape-service.ts'
import { memoryBombs } from '../documents/hostile/memory-bombs.ts'
import { samples } from '../documents/hostile/mutations.ts'

const shapes = [...memoryBombs.map(shapeOf), ...largePages]
const caseLimitMs = 180_000

let service: ShapeService | null = null
/** One process for all shapes. A crash fails only its own test. */
async function serviceThatLives(): Promise<ShapeService> {
  if (service && !service.gleaner.isAlive()) {
    await service[Symbol.asyncDispose]()
    service = null
  }
  service ??= await openShapeService()
  return service
}
beforeEach(serviceThatLives)
afterAll(() => service?.[Symbol.asyncDispose]())

/** Requests small pages with another key, one after another until `until` settles. */
async function askMeanwhile({ askSmall }: ShapeService, until: Promise<unknown>): Promise<ShapeAnswer[]> {
  const answers: ShapeAnswer[] = []
  let isOver = false
  const end = () => {
    isOver = true
  }
  until.then(end, end)
  do {
    answers.push(await askSmall({ key: 1 }))
    await pause(50)
  } while (!isOver)
  return answers
}

const sound = (shape: Shape): Shape => {
  const bytes = shape.kind === 'html' ? Buffer.from('<p>A sound page.</p>') : samples.get(shape.kind)
  return { kind: shape.kind, name: 'a sound one', build: () => bytes as Buffer }
}

describe('a service that receives hostile documents', () => {
  it.each(shapes.map((shape) => [shape.kind, shape.name, shape] as const))(
    'responds to %s, %s, as documented, and to all other requests during and after it',
    async (_kind, _name, shape) => {
      const running = await serviceThatLives()
      const hostile = running.ask(shape)
      const others = await askMeanwhile(running, hostile)
      expect(faultOf(await hostile)).toBe(null)
      expect(others.map(faultOf).filter((fault) => fault !== null)).toEqual([])
      expect(others.every(({ outcome }) => outcome === 'page')).toBe(true)
      expect((await running.askSmall()).outcome).toBe('page')
      expect((await running.ask(sound(shape))).outcome).toBe('page')
      expect(running.gleaner.isAlive()).toBe(true)
    },
    caseLimitMs,
  )

  it(
    'responds to eight of them at once, with two keys',
    async () => {
      const running = await serviceThatLives()
      const chosen = shapes.filter((_, n) => n % 3 === 0).slice(0, 8)
      const hostile = Promise.all(chosen.map((shape, n) => running.ask(shape, { key: n % 2 })))
      expect((await hostile).map(faultOf).filter((fault) => fault !== null)).toEqual([])
      expect((await running.askSmall()).outcome).toBe('page')
      expect(running.gleaner.isAlive()).toBe(true)
    },
    caseLimitMs,
  )
})
