/** Items in a result's lists: links, images, and the fields for positions in markdown. */

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

/** Separates the passages in the content of `highlights`. */
export const passageGap = '\n\n…\n\n'

const page = z
  .int()
  .min(1)
  .max(1_000_000_000)
  .nullable()
  .describe('Page of a PDF, slide of a presentation or sheet of a workbook. Otherwise null.')

/** Positions in the markdown. */
export const markdownPlaces = {
  outline: z
    .array(
      z.strictObject({
        level: z.int().min(1).max(6).describe('Heading level.'),
        text: z.string().describe('Heading text without markup.'),
        offset: z.int().min(0).max(1_000_000_000).describe('Offset of the heading in the whole content.'),
        page,
      }),
    )
    .max(100)
    .nullable()
    .describe('Headings in the whole content. Null unless this is the first of several pieces of markdown.'),
  highlights: z
    .array(
      z.strictObject({
        offset: z.int().min(0).max(1_000_000_000).describe('Offset of the passage in the whole markdown.'),
        chars: z
          .int()
          .min(1)
          .max(1_000_000_000)
          .describe('Length of the passage in the whole markdown, in characters.'),
        heading: z.string().nullable().describe('Heading above the passage.'),
        page,
        score: z.number().min(0).describe('Relevance to the query, compared with the other passages.'),
      }),
    )
    .nullable()
    .describe('The passages in content. Null if highlights is not set.'),
  fragment_offset: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .nullable()
    .describe(
      'Offset, in the whole markdown, of the element that the fragment in url refers to. Null if no element matches, or for other outputs.',
    ),
}
