/** The attack `shapes`: random pages and documents that are hard to read. None crashes the service, and each gets a documented answer. */

import type { AttackOptions, AttackResult } from '../attack.ts'
import { drawShapes } from './drawn-shapes.ts'
import type { Shape } from './shape.ts'
import { faultOf, openShapeService, type ShapeAnswer, type ShapeService } from './shape-service.ts'

/** Enough to include each family of every kind at least once. */
const minShapes = 240
const atOnce = 2
/** Outputs that documents support. Pages support others as well. */
const outputs = ['markdown', 'markdown', 'links', 'emails'] as const
const pageOutputs = [...outputs, 'clean_html', 'html_head_metadata_json', 'images'] as const
/** Reading a shape takes at most 2 × 20 s, and shapes may wait for each other. */
const timeoutMs = '60000'

interface ShapeTally {
  tried: number
  deaths: number
  broken: string[]
  answers: Map<string, number>
}

/** Draws as many shapes as time allows, unless `shapes` are given. */
export async function runShapes(options: AttackOptions, shapes?: readonly Shape[]): Promise<AttackResult> {
  const { seed, minutes, progress } = options
  const left = [...(shapes ?? drawShapes(seed, minShapes))]
  const until = performance.now() + minutes * 60_000
  const tally: ShapeTally = { tried: 0, deaths: 0, broken: [], answers: new Map() }
  while (left.length > 0 && performance.now() < until) {
    await using service = await openShapeService()
    const work = async () => {
      while (service.gleaner.isAlive() && performance.now() < until) {
        const nth = left.length
        const shape = left.shift()
        if (!shape) return
        progress(`  ${shape.kind}, ${shape.name}`)
        note(tally, shape, await askBoth(service, shape, nth))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (service.gleaner.isAlive()) continue
    tally.deaths++
    tally.broken.push(`the service died, after ${tally.tried} shapes`)
  }
  const { tried, deaths, broken, answers } = tally
  const counts = [...answers].sort(([, a], [, b]) => b - a).map(([answer, count]) => `${answer} ${count}`)
  return { tried, broken, note: `seed ${seed}, ${deaths} deaths: ${counts.join(', ')}` }
}

/** Requests the shape, and then a small page with another key. */
async function askBoth(service: ShapeService, shape: Shape, nth: number): Promise<ShapeAnswer[]> {
  const known = shape.kind === 'html' ? pageOutputs : outputs
  const parameters = { timeout_ms: timeoutMs, output: known[nth % known.length] ?? 'markdown' }
  return [await service.ask(shape, { parameters }), await service.askSmall({ key: 1 })]
}

function note(tally: ShapeTally, { kind, name }: Shape, [hostile, next]: ShapeAnswer[]): void {
  tally.tried++
  if (!hostile || !next) return
  tally.answers.set(hostile.outcome, (tally.answers.get(hostile.outcome) ?? 0) + 1)
  const fault = faultOf(hostile)
  if (fault) tally.broken.push(`${kind}, ${name}: ${fault}`)
  if (hostile.status !== 0 && next.outcome !== 'page')
    tally.broken.push(`the page after ${kind}, ${name}: ${next.outcome}`)
}
