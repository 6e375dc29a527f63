/** Plots the memory of a soak test. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { openDrawing } from '../cluster/plots.ts'
import type { SoakSample } from './soak.ts'

const folder = new URL('../../docs/scaling/', import.meta.url)

const series = {
  'service, resident': 'process_resident_memory_bytes',
  'readers, resident': 'readersMb',
  'heap of the service': 'nodejs_heap_size_used_bytes',
  'stored results': 'gleaner_snapshot_bytes',
  'kept pages': 'gleaner_kept_page_bytes',
} as const

/** Writes `docs/scaling/memory.svg`. Throws if the plotting package can't be installed. */
export async function drawSoak(samples: readonly SoakSample[]): Promise<string> {
  const draw = await openDrawing()
  const points = samples.flatMap((sample) =>
    Object.entries(series).map(([what, name]) => ({ what, requests: sample.requests, mb: sample[name] })),
  )
  const x = { field: 'requests', type: 'quantitative', title: 'requests answered', axis: { format: ',d' } }
  const y = { field: 'mb', type: 'quantitative', title: 'MB' }
  const color = { field: 'what', type: 'nominal', title: null, sort: null }
  const title = `Memory during ${samples.at(-1)?.requests.toLocaleString('en')} mixed requests`
  const svg = await draw({ title, points, layers: [{ mark: { type: 'line' }, encoding: { x, y, color } }] })
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('memory.svg', folder), svg)
  return 'docs/scaling/memory.svg'
}
