/** Takes the marks of hidden text out of a document that the isolated world has returned. */

import { randomBytes } from 'node:crypto'
import type { HiddenMarks } from '../page.ts'

/** A name for the marks of one reading, which no page can know: it is made after the page's scripts have run. */
export function createMark(): string {
  return `gleaner-${randomBytes(16).toString('hex')}`
}

/** The document as the browser has it, and where in it the marks stood. */
export function takeMarks(marked: string, mark: string): { html: string } & Pick<HiddenMarks, 'elements' | 'texts'> {
  const elements: number[] = []
  const texts: number[] = []
  const parts: string[] = []
  let length = 0
  let from = 0
  for (let at = marked.indexOf(mark); at !== -1; at = marked.indexOf(mark, from)) {
    const isAttribute = marked.startsWith('=""', at + mark.length)
    const isEnd = marked[at - 1] === '/'
    const start = at - (isAttribute ? ' '.length : isEnd ? '<!--/'.length : '<!--'.length)
    parts.push(marked.slice(from, start))
    length += start - from
    ;(isAttribute ? elements : texts).push(length)
    from = at + mark.length + 3
  }
  return { html: parts.join('') + marked.slice(from), elements, texts }
}
