/** Attaches the comments of a page to the text that they belong to. */

import { inThreads } from '../../converted/comments.ts'
import type { Annotation } from './form-text.ts'
import { areasOf, withLinks } from './link-areas.ts'
import { charEdges, lettersAndDigits, type PdfComment, type Run, splitRun } from './run.ts'

/** Subtypes whose texts aren't comments. A pop-up repeats the text of its comment. */
const otherSubtypes = new Set(['Link', 'Widget', 'Popup'])

/**
 * True for a comment: a note, or a mark or drawing with text. Text that was typed onto the page is a comment only if it has an author and
 * isn't meant to fill in a form. False for the states that a review adds, such as "Accepted".
 */
export function isComment({ subtype = '', contentsObj, titleObj, it, replyType, stateModel }: Annotation): boolean {
  if (otherSubtypes.has(subtype) || !/\S/.test(contentsObj?.str ?? '')) return false
  if (replyType === 'Group' || stateModel) return false
  return subtype !== 'FreeText' || (/\S/.test(titleObj?.str ?? '') && it !== 'FreeTextTypewriter')
}

/** Returns the comments among these annotations, each followed by its replies. */
export function commentsAmong(annotations: readonly Annotation[]): Annotation[] {
  const own = annotations.filter(isComment)
  const known = own.map((comment, at) => ({ id: comment.id ?? String(at), parent: comment.inReplyTo ?? null, comment }))
  return inThreads(known).map(({ comment }) => comment)
}

interface DirectedRuns {
  runs: readonly Run[]
  /** Converts page coordinates to the coordinates of the runs. */
  view: readonly number[]
}

const marks = /^(?:Highlight|Underline|StrikeOut|Squiggly)$/

/** True for a mark whose text only repeats the marked text, as some programs store it. */
export function repeatsMarkedText(mark: Annotation, directions: readonly DirectedRuns[]): boolean {
  const own = marks.test(mark.subtype ?? '') ? lettersAndDigits(mark.contentsObj?.str ?? '') : ''
  if (own === '') return false
  return directions.some(({ runs, view }) => {
    const marked = withLinks(runs, areasOf(mark, view, 'mark')).filter(({ href }) => href === 'mark')
    const text = lettersAndDigits(marked.map((run) => run.text).join(''))
    // The edges of a mark may touch the next word.
    return text.includes(own) && own.length > text.length * 0.8
  })
}

/** Maximum number of comments times runs on a page. If there are more, no comment is attached. */
const maxPairs = 2_000_000

/** Returns the runs of each direction. A run that a comment ends in is split, and its first part has the comment. */
export function withComments(directions: readonly DirectedRuns[], annotations: readonly Annotation[]): Run[][] {
  const comments = commentsAmong(annotations)
  const results = directions.map(({ runs }) => [...runs])
  if (results.flat().length * comments.length > maxPairs) return results
  const ids = new Set(comments.map(({ id }) => id))
  let root: Annotation | undefined
  for (const comment of comments) {
    // Replies are at the place of the comment that they belong to.
    const placed: Annotation = root && ids.has(comment.inReplyTo ?? '') ? root : comment
    root = placed
    const places = directions.flatMap(({ view }, at) => nearestTo(placed, view, results[at] ?? []) ?? [])
    const [nearest] = places.sort((a, b) => a.distance - b.distance)
    if (nearest) nearest.runs.splice(nearest.at, 1, ...commented(nearest.run, nearest.x, comment))
  }
  return results
}

function nearestTo(annotation: Annotation, view: readonly number[], runs: Run[]) {
  const { subtype } = annotation
  const { left = 0, right = 0, top = 0, bottom = 0 } = areasOf(annotation, view, '').at(-1) ?? {}
  const middle = (top + bottom) / 2
  const y = subtype === 'Text' ? Math.min(top + belowTop, middle) : middle
  let found: { runs: Run[]; run: Run; at: number; x: number; distance: number } | null = null
  for (const [at, run] of runs.entries()) {
    const x = subtype !== 'Text' && !run.isRightToLeft ? right : left
    const across = Math.max(0, run.left - x, x - run.right)
    const down = Math.max(0, run.baseline - run.size * 0.8 - y, y - run.baseline - run.size * 0.25)
    const distance = across + down * 3
    if (distance < (found?.distance ?? Number.POSITIVE_INFINITY)) found = { runs, run, at, x, distance }
  }
  return found
}

/** The top left corner of an icon is where its author clicked, usually at the top of a line. In points. */
const belowTop = 6

function commented(run: Run, x: number, comment: PdfComment): Run[] {
  const edges = charEdges(run)
  const ends = Array.from(run.text.matchAll(/\S+/g), ({ 0: word, index }) => index + word.length)
  const distance = (end: number) => Math.abs((edges[end] ?? run.right) - x)
  const end = ends.reduce((best, one) => (distance(one) < distance(best) ? one : best), ends[0] ?? 0)
  const [first, second] = run.text.slice(end).trim() === '' ? [run] : splitRun(run, end, edges)
  const own = { ...first, comments: [...(first.comments ?? []), comment] }
  return second ? [own, second] : [own]
}
