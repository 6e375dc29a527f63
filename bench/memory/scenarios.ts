/** Scenarios that use a lot of memory, with their requests, the number of keys, and the concurrency. */

import { memoryBombs } from '../../test/documents/hostile/memory-bombs.ts'
import { type Shape, shapeOf } from '../torture/shapes/shape.ts'
import { openShapeService, type ShapeAnswer, type ShapeService } from '../torture/shapes/shape-service.ts'
import { biggestFixtures, hostilePages, mixedPages } from './bodies.ts'
import { type MemoryRecord, recordMemory } from './recorder.ts'

interface Scenario {
  title: string
  shapes(): readonly Shape[]
  atOnce: number
  parameters?: Record<string, string>
}

const fiveOutputs = {
  // Some requests wait for others.
  timeout_ms: '120000',
  main_content: 'false',
  extra_outputs: 'clean_html,links,emails,images,html_head_metadata_json',
}

export const scenarios: Record<string, Scenario> = {
  'hostile-pages': {
    title: 'six pages of 16 MB (15 to 30 kB on the wire) at once, with two keys and five extra outputs',
    ...{ shapes: () => hostilePages, atOnce: 6, parameters: fiveOutputs },
  },
  pages: {
    title:
      'two pages of 16 MB (15 kB on the wire), and four ordinary pages of 3 and 8 MB, at once, with two keys and five extra outputs',
    ...{ shapes: () => mixedPages, atOnce: 6, parameters: fiveOutputs },
  },
  fixtures: {
    title: 'the 20 largest pages and the 20 largest documents available, at once, with two keys',
    ...{ shapes: () => biggestFixtures(40), atOnce: 40 },
  },
  bombs: {
    title: 'small documents that take gigabytes to read, four at a time, with two keys',
    ...{ shapes: () => memoryBombs.map(shapeOf), atOnce: 4 },
  },
}

export interface ScenarioReport {
  record: MemoryRecord
  /** Memory before the first request. */
  idleMb: number
  /** Number of times that the service died and was restarted. */
  deaths: number
  /** Number of answers by status and outcome. */
  answers: Map<string, number>
  seconds: number
}

/** Time allowed for idle readers to stop after the last answer. */
const restMs = 8000

export async function runScenario(
  { shapes, atOnce, parameters = {} }: Scenario,
  settings: Record<string, string>,
): Promise<ScenarioReport> {
  const open = () => openShapeService({ own: settings })
  let service = await open()
  await service.askSmall()
  const memory = recordMemory(() => service.gleaner.pid)
  const answers = new Map<string, number>()
  const left = shapes().map((shape, nth) => ({ shape, nth }))
  const idleMb = service.gleaner.residentMb()
  const startedAt = performance.now()
  let deaths = 0
  while (left.length > 0) {
    if (!service.gleaner.isAlive()) {
      await service[Symbol.asyncDispose]()
      service = await open()
    }
    const work = async () => {
      for (let next = left.shift(); next; next = service.gleaner.isAlive() ? left.shift() : undefined) {
        const answer = await service.ask(next.shape, { key: next.nth % 2, parameters })
        const name = describe(answer)
        answers.set(name, (answers.get(name) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (!service.gleaner.isAlive()) deaths++
  }
  const seconds = (performance.now() - startedAt) / 1000
  await rest(service)
  const record = memory.stop()
  await service[Symbol.asyncDispose]()
  return { record, idleMb, deaths, answers, seconds }
}

const describe = ({ status, outcome }: ShapeAnswer) => (status === 0 ? 'no answer' : `${status} ${outcome}`)

async function rest({ gleaner }: ShapeService): Promise<void> {
  if (gleaner.isAlive()) await new Promise((resolve) => setTimeout(resolve, restMs))
}
