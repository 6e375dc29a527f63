/** The parameter `document_pages`: the pages of a document to read, such as `1-3,7`. */

import { addProblem, boundedText } from './parameters.ts'

/** The first and the last page of a range, from 1. */
export type PageRange = readonly [first: number, last: number]

export const documentPages = boundedText(1, 100)
  .check((context) => {
    const isValid = readPageRanges(context.value).every(([first, last]) => first > 0 && first <= last)
    if (!isValid) addProblem(context, 'value_error', 'Value error, document_pages must be page numbers such as 1-3,7')
  })
  .optional()
  .meta({
    description: 'Read only these pages of a PDF, slides of a presentation or sheets of a workbook.',
    examples: ['1-3,7'],
  })

/** Both ends are NaN for a range that isn't valid. */
export function readPageRanges(text: string): PageRange[] {
  return text.split(',').map((range) => {
    const [, first = Number.NaN, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(range) ?? []
    return [Number(first), Number(last)]
  })
}
