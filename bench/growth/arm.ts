/** A process of `bench/rows/growth.ts` that reads the requested document and responds with the CPU time in milliseconds. */

import { formatPage } from '../../src/format/formats.ts'
import { type GrowthAnswer, type GrowthTask, taskOutputs } from './outputs.ts'
import { shapes } from './shapes.ts'

const url = 'https://example.com/a/b'
const head = { url, finalUrl: url, status: 200, contentType: 'text/html', mediaType: 'text/html', charset: 'utf-8' }
const rest = { headers: {}, rendered: false, complete: true, warnings: [] }

let made = { name: '', body: new Uint8Array() }

/** Keeps the latest document, because it will be requested again. */
function bodyOf({ shape, bytes }: GrowthTask): Uint8Array<ArrayBuffer> {
  const name = `${shape}, ${bytes}`
  const document = shapes.find((known) => known.name === shape)
  if (made.name !== name) made = { name, body: new TextEncoder().encode(document?.make(bytes)) }
  return made.body
}

async function read(task: GrowthTask): Promise<GrowthAnswer> {
  const page = { ...head, ...rest, body: bodyOf(task) }
  // Collects the previous document's garbage first.
  globalThis.gc?.()
  const before = process.cpuUsage()
  try {
    await formatPage(page, { ...taskOutputs[task.output], cssSelector: null, readsChallenges: true })
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) }
  }
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000 }
}

process.on('message', async (task: GrowthTask) => process.send?.(await read(task)))
process.send?.('ready')
