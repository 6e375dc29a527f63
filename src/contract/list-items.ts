/** The items of outputs that are lists: links and images. */

import { z } from 'zod'

export const link = z.strictObject({
  url: z.string(),
  text: z.string(),
  internal: z.boolean().nullable(),
})

export type Link = z.infer<typeof link>

const pixels = z.int().min(1).max(999_999).nullable()

export const listedImage = z.strictObject({
  url: z.string(),
  alt: z.string(),
  width: pixels,
  height: pixels,
})

export type ListedImage = z.infer<typeof listedImage>
