/** The outputs whose growth is measured, and the tasks for a process. */

import type { FormatRequest } from '../../src/format/format-request.ts'

/** One name for each output, even if it has two. */
export const taskOutputs = {
  'main content': { output: 'markdown', mainContent: true },
  markdown: { output: 'markdown', mainContent: false },
  clean_html: { output: 'clean_html', mainContent: false },
  links: { output: 'links', mainContent: false },
  emails: { output: 'emails', mainContent: false },
  metadata: { output: 'html_head_metadata_json', mainContent: false },
  raw_html: { output: 'raw_html', mainContent: false },
} satisfies Record<string, Pick<FormatRequest, 'output' | 'mainContent'>>

export type TaskOutput = keyof typeof taskOutputs

export interface GrowthTask {
  shape: string
  bytes: number
  output: TaskOutput
}

export type GrowthAnswer = { ms: number } | { refusal: string }
