/** The output `screenshot`: its parameters and its content (docs/scrape.md). */

import { z } from 'zod'
import { addProblem, boundedText, toggle } from './parameters.ts'

/** Bounds of the window, in CSS pixels. */
const minWindow = { width: 320, height: 240 }
const maxWindow = { width: 3840, height: 4320 }

const fullPage = toggle(false, 'Screenshot only: show the whole page, up to 20,000 pixels high.')

const viewport = boundedText(1, 20)
  .default('1280x800')
  .check((context) => {
    const { width, height } = readViewport(context.value)
    const isWithin = width >= minWindow.width && width <= maxWindow.width
    if (isWithin && height >= minWindow.height && height <= maxWindow.height) return
    const bounds = `${minWindow.width}x${minWindow.height} to ${maxWindow.width}x${maxWindow.height}`
    addProblem(context, 'value_error', `Value error, viewport must be WIDTHxHEIGHT, from ${bounds}`)
  })
  .describe('Screenshot only: size of the window, WIDTHxHEIGHT.')

export const screenshotParameters = { full_page: fullPage, viewport }

/** Parses a viewport such as `1280x800`. The width and height are NaN if the string isn't valid. */
export function readViewport(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? []
  return { width: Number(width), height: Number(height) }
}

export const pageImage = z.strictObject({
  media_type: z.literal('image/png'),
  width: z.int().min(1).max(20_000),
  height: z.int().min(1).max(20_000),
  bytes: z.int().min(1).max(8_388_608),
  data: z.string(),
})

export type Image = z.infer<typeof pageImage>

/** The decoded bytes if the content is an image, else null. */
export function bytesOfImage(content: unknown): Uint8Array | null {
  const { media_type, data } = (content ?? {}) as Partial<Image>
  return media_type === 'image/png' && typeof data === 'string' ? Buffer.from(data, 'base64') : null
}

interface ScreenshotInput {
  output?: string | undefined
  extra_outputs?: readonly string[] | undefined
}

/** True if a screenshot is requested, alone or with other outputs. */
export function takesScreenshot({ output, extra_outputs = [] }: ScreenshotInput): boolean {
  return output === 'screenshot' || extra_outputs.includes('screenshot')
}
