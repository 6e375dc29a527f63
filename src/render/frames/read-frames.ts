/** Reads the documents of a page and of its settled frames. */

import { randomBytes } from 'node:crypto'
import { isContentFrame } from '../../page/frame-kinds.ts'
import type { FrameContent, FramedDocument, HiddenMarks } from '../../page/page.ts'
import type { RenderedDocument } from '../in-page/page-api.ts'
import { readDocument, TabLost } from '../tab/isolated-world.ts'
import type { DocumentUnit, SettledFrame } from './settle-frames.ts'

export interface ReadDocument extends Omit<RenderedDocument, 'html' | 'keptChars'> {
  /** Null if the HTML is longer than the limit. */
  html: string | null
  hidden: HiddenMarks | null
  places: { at: number; frame: SettledFrame }[]
}

/** Reads the document, with the positions of its frames. Throws any error from the evaluation. */
export async function readUnit(
  { world }: Pick<DocumentUnit, 'world'>,
  frames: readonly SettledFrame[],
  maxChars: number,
): Promise<ReadDocument> {
  const mark = createMark()
  const placed = frames.filter(hasPlace)
  const numbers = placed.map(({ number }) => number)
  const { html: marked, keptChars, ...read } = await world.evaluate(readDocument({ maxChars, mark, frames: numbers }))
  if (marked === null) return { ...read, html: null, hidden: null, places: [] }
  const { html, elements, texts, frames: found } = takeMarks(marked, mark)
  const byNumber = new Map(placed.map((frame) => [frame.number, frame]))
  return {
    ...read,
    html,
    hidden: keptChars === null ? null : { elements, texts, keepsText: keptChars > 0 },
    places: found.flatMap(({ at, number }) => {
      const frame = byNumber.get(number)
      return frame ? [{ at, frame }] : []
    }),
  }
}

/** True if the frame was opened, or if its URL suggests that it was worth reading. */
function hasPlace({ unit, url }: SettledFrame): boolean {
  return unit !== null || (/^https?:/.test(url) && isContentFrame(url))
}

/** Reads the frames' documents, up to `maxChars` in total. Skips documents that don't fit in the remainder. Throws TabLost. */
export async function readFrames(places: ReadDocument['places'], maxChars: number): Promise<FramedDocument[]> {
  let leftChars = maxChars

  async function readAll(all: ReadDocument['places']): Promise<FramedDocument[]> {
    const documents: FramedDocument[] = []
    for (const { at, frame } of all) {
      const content = frame.unit ? await readFrame(frame, frame.unit) : null
      documents.push({ at, url: (content && frame.unit?.url) ?? frame.url, content })
    }
    return documents
  }

  async function readFrame(frame: SettledFrame, unit: DocumentUnit): Promise<FrameContent | null> {
    try {
      const { html, hidden, baseUrl, places } = await readUnit(unit, frame.frames, leftChars)
      if (html === null) return null
      leftChars -= html.length
      return { html, baseUrl, ...(hidden ? { hidden } : {}), frames: await readAll(places) }
    } catch (error) {
      if (error instanceof TabLost) throw error
      return null
    }
  }

  return readAll(places)
}

/** Creates a name for the marks in one document. A page can't know it, because it is created after the page's scripts have run. */
function createMark(): string {
  return `gleaner-${randomBytes(16).toString('hex')}`
}

/** Returns the browser's document without the marks, and the positions of the marks. */
function takeMarks(marked: string, mark: string) {
  const elements: number[] = []
  const texts: number[] = []
  const frames: { at: number; number: number }[] = []
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
