/** Pages of almost 16 MB, which is the body size limit. They take 15 to 40 kB on the wire and need gigabytes to read. */

import type { Shape } from './shape.ts'

const bytes = 15_800_000

const pageOf = (name: string, piece: string, start = ''): Shape => ({
  kind: 'html',
  name,
  build: () => Buffer.from(`<!doctype html><title>Large</title>${start}${piece.repeat(bytes / piece.length)}`),
})

export const largePages: readonly Shape[] = [
  pageOf('4,000,000 line breaks', '<br>'),
  pageOf('4,000,000 paragraphs', '<p>a'),
  pageOf('2,000,000 headings', '<h2>a</h2>'),
  pageOf('1,800,000 cells of a table', '<td>a</td>', '<table><tr>'),
  pageOf('16,000,000 markdown signs', '*'),
]
