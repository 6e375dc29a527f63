/** The parameters that prove where text is from: `quotes`, and `if_hash` with the result's hash (docs/quotes.md). */

import { z } from 'zod'
import { addProblem, boundedText } from './parameters.ts'

export const quotes = z
  .array(boundedText(3, 1000))
  .min(1)
  .max(10)
  .optional()
  .meta({
    description:
      'Check whether the page contains these 1–10 quotes; content is the report. `…` stands for an omission. Uses no LLM.',
    examples: [['The tower is 330 metres high']],
  })

export const ifHash = boundedText(1, 71)
  .check((context) => {
    if (!/^sha256:[0-9a-f]{16,64}$/.test(context.value))
      addProblem(context, 'value_error', 'Value error, if_hash must be sha256: and 16 to 64 hex digits in lower case')
  })
  .optional()
  .meta({
    description: 'content_hash of an earlier result. If it is unchanged, content is empty and unchanged is true.',
    examples: ['sha256:9f86d081884c7d65'],
  })

export const contentHash = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .nullable()
  .describe(
    'SHA-256 of the whole content as UTF-8, the same for every piece. Null for screenshots, and if a language model wrote it.',
  )

export const unchanged = z
  .boolean()
  .nullable()
  .describe('True if the hash of the content equals if_hash, so the content was left out. Null if if_hash is not set.')
