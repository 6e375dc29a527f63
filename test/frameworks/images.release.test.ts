/** Tests which clients send their model the images of a screenshot, and that these are within the limits of the models' vendors. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../render/open-renderer.ts'
import { installClaudeCode, installFrameworks } from './install.ts'
import { clients } from './matrix/clients.ts'
import { checkout, openMatrix } from './matrix/run-client.ts'

/** Claude scales down longer sides, and its API accepts 5 MB in base64 (Anthropic's vision guide, November 2026). */
const maxSide = 1568
const maxBytes = 3_500_000

describe.skipIf(lacksBrowser)("the model's screenshot", { timeout: 180_000 }, () => {
  let missing: string | null
  let missingProgram: string | null
  let matrix: Awaited<ReturnType<typeof openMatrix>>
  beforeAll(async () => {
    missing = await installFrameworks()
    missingProgram = await installClaudeCode()
    matrix = await openMatrix(checkout)
  }, 400_000)
  beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))
  afterAll(() => matrix.close())

  it.each(clients.filter(({ model }) => model))('is as documented: $name', async (client) => {
    if (client.isProgram && missingProgram !== null) return
    const url = `${matrix.site.url}/oaks`
    const [sent] = await matrix.images(client, matrix.stdio, [['scrape', { url, output: 'screenshot' }]])
    const blocks = sent?.images.map(({ block, mediaType }) => `${block} ${mediaType}`)
    expect(blocks).toEqual(client.imageBlock ? [`${client.imageBlock} image/png`] : [])
    for (const { width, height, bytes } of sent?.images ?? []) {
      expect([width, height]).toEqual([1280, 800])
      expect(Math.max(width, height)).toBeLessThanOrEqual(maxSide)
      expect(bytes).toBeLessThanOrEqual(maxBytes)
    }
  })
})
