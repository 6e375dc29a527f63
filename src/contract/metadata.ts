/** The metadata that a page provides, which is the content of `html_head_metadata_json`. */

import { z } from 'zod'

const properties = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

const sourcedFields = ['title', 'description', 'author', 'published_at', 'modified_at', 'site_name'] as const

export const metadata = z.strictObject({
  title: z.string().nullable(),
  description: z.string().nullable(),
  canonical: z.string().nullable(),
  language: z.string().nullable(),
  author: z.string().nullable(),
  published_at: z.string().nullable(),
  modified_at: z.string().nullable(),
  site_name: z.string().nullable(),
  favicon: z.string().nullable(),
  open_graph: properties,
  twitter: properties,
  json_ld: z.array(z.unknown()),
  alternates: z.array(
    z.strictObject({
      url: z.string(),
      hreflang: z.string().nullable(),
      type: z.string().nullable(),
      title: z.string().nullable(),
    }),
  ),
  sources: z.partialRecord(z.enum(sourcedFields), z.string()),
})

export type Metadata = z.infer<typeof metadata>
