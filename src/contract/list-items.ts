/** Items in a result's lists: links, images, and the fields for positions in markdown. */

import { z } from 'zod'
import type { Metadata } from './metadata.ts'
import { integer, nullableText } from './parameters.ts'
import type { Image } from './screenshot.ts'

export const link = z.strictObject({ url: z.string(), text: z.string(), internal: z.boolean().nullable() })

export type Link = z.infer<typeof link>

const pixels = z.int().min(1).max(999_999).nullable()

export const listedImage = z.strictObject({ url: z.string(), alt: z.string(), width: pixels, height: pixels })

export type ListedImage = z.infer<typeof listedImage>

export const passageGap = '\n\n…\n\n'

const page = integer(1, 1_000_000_000)
  .nullable()
  .describe('Page of a PDF, slide of a presentation or sheet of a workbook. Otherwise null.')

const placeUrl = nullableText.describe(
  'URL that opens the page at the passage (`#:~:text=`), or a PDF at its page. Null if the document has no URL.',
)

const position = z.int().min(0).max(1_000_000_000).nullable()

const checkedQuote = z.strictObject({
  quote: z.string().describe('The quote, as given.'),
  match: z
    .enum(['exact', 'folded', 'none', 'unknown'])
    .describe(
      'exact: the same characters; folded: differs only in quotation marks, dashes, ligatures, hyphenation or case, or has omissions; none: not on the page; unknown: not found, but the page is incomplete or another one.',
    ),
  offset: position.describe('Offset of the passage in the whole markdown. Null if it is outside.'),
  chars: position.describe('Length of the passage in the whole markdown, in characters.'),
  text: nullableText.describe('The passage, or with none the nearest one, without markup; at most 2,000 characters.'),
  heading: nullableText.describe('Heading above the passage.'),
  page,
  url: placeUrl,
  in_main_content: z
    .boolean()
    .nullable()
    .describe('False if the passage is outside the content. Null without a passage.'),
  omitted: z.array(z.string()).describe('The texts that `…` stands for, each up to 200 characters.'),
  differences: z
    .array(z.strictObject({ quote: z.string(), page: z.string() }))
    .max(20)
    .describe('With none: the words that differ between the quote and the nearest passage.'),
})

export type CheckedQuote = z.infer<typeof checkedQuote>

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
        chars: integer(1, 1_000_000_000).describe('Length of the passage in the whole markdown, in characters.'),
        heading: nullableText.describe('Heading above the passage.'),
        page,
        url: placeUrl,
        score: z.number().min(0).describe('Relevance to the query, compared with the other passages.'),
      }),
    )
    .nullable()
    .describe('The passages in content. Null if highlights is not set.'),
  quotes: z.array(checkedQuote).nullable().describe('The result for each quote, in order. Null if quotes is not set.'),
  fragment_offset: integer(0, 1_000_000_000)
    .nullable()
    .describe(
      'Offset, in the whole markdown, of the element that the fragment in url refers to. Null if no element matches, or for other outputs.',
    ),
}

export type Content = string | Partial<Metadata> | Link[] | ListedImage[] | string[] | Image | Record<string, unknown>
