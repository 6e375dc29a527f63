/** Removes the marks for hidden text and frames from a document that the isolated world has returned. */

import { randomBytes } from 'node:crypto'
import type { HiddenMarks } from '../../page/page.ts'

/** Creates a name for the marks in one document. A page can't know it, because it is created after the page's scripts have run. */
export function createMark(): string {
  return `gleaner-${randomBytes(16).toString('hex')}`
}

interface TakenMarks extends Pick<HiddenMarks, 'elements' | 'texts'> {
  html: string
  frames: { at: number; number: number }[]
}

/** Returns the browser's document without the marks, and the positions of the marks. */
export function takeMarks(marked: string, mark: string): TakenMarks {
  const elements: number[] = []
  const texts: number[] = []
  const frames: TakenMarks['frames'] = []
  const parts: string[] = []
  let length = 0
  let from = 0
  for (let at = marked.indexOf(mark); at !== -1; at = marked.indexOf(mark, from)) {
    const [attribute, number = ''] =
      /^="(\d*)"/.exec(marked.slice(at + mark.length, at + mark.length + maxValueChars)) ?? []
    const isEnd = marked[at - 1] === '/'
    const start = at - (attribute ? ' '.length : isEnd ? '<!--/'.length : '<!--'.length)
    parts.push(marked.slice(from, start))
    length += start - from
    if (number !== '') frames.push({ at: length, number: Number(number) })
    else if (attribute) elements.push(length)
    else texts.push(length)
    from = at + mark.length + (attribute ?? '-->').length
  }
  return { html: parts.join('') + marked.slice(from), elements, texts, frames }
}

/** Maximum length of a mark's value, including the characters around it. */
const maxValueChars = 20
