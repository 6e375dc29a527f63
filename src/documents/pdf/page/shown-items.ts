/**
 * Removes invisible letters from pdf.js text items. Adds the positions of the remaining letters, and the soft hyphens that pdf.js omits at
 * line ends.
 */

import type { DroppedText } from '../../converted/hidden-text.ts'
import { groupsOf } from './geometry.ts'
import type { TextItem } from './text-runs.ts'
import type { DrawnLetter } from './visible-letters.ts'

type Words = Extract<TextItem, { str: string }>

/** Maximum distance between the start of an item and its first letter, in page units. */
const tolerance = 0.5
/** Maximum number of off-page letters that may be missing from pdf.js's items. */
const maxSkipped = 20_000

/** Returns the items whose letters are visible, with their edges. Items that don't match the drawing stay unchanged. */
export function shownItems(
  items: readonly TextItem[],
  letters: readonly DrawnLetter[],
  hidden: DroppedText,
): readonly TextItem[] {
  let next = 0
  return items.flatMap((item) => {
    if (!('str' in item) || !/\S/.test(item.str)) return [item]
    const from = startOf(item, letters, next)
    if (from === null) return [item]
    const own = ownLetters(item, letters, from)
    next = from + own.length
    if (!own.some(({ isHidden }) => isHidden)) {
      const hyphen = hyphenAfter(own.at(-1), letters[next])
      if (!hyphen) return [withEdges(item, own)]
      next++
      const width = item.width + Math.hypot(hyphen.endX - hyphen.x, hyphen.endY - hyphen.y)
      return [withEdges({ ...item, str: item.str + hyphen.text, width }, [...own, hyphen])]
    }
    if (own.every(({ isHidden }) => isHidden)) {
      hidden.add(item.str)
      return []
    }
    hidden.add(own.map(({ isHidden, text }) => (isHidden ? text : '')).join(''))
    return shownParts(item, own)
  })
}

function startOf({ transform, str }: Words, letters: readonly DrawnLetter[], from: number): number | null {
  const [x = 0, y = 0] = transform.slice(4)
  for (let at = from; at < Math.min(letters.length, from + maxSkipped); at++) {
    const letter = letters[at] as DrawnLetter
    const isThere = Math.abs(letter.x - x) < tolerance && Math.abs(letter.y - y) < tolerance
    if (isThere && str.includes(letter.text[0] ?? '')) return at
  }
  return null
}

function ownLetters({ str }: Words, letters: readonly DrawnLetter[], from: number): readonly DrawnLetter[] {
  let open = str.replace(/\s+/g, '').length
  let to = from
  for (; open > 0 && to < letters.length; to++)
    open -= (letters[to] as DrawnLetter).text.replace(/[\s\u00ad]+/g, '').length
  return letters.slice(from, to)
}

/** Returns the letter if it is a soft hyphen directly after another letter. */
function hyphenAfter(last: DrawnLetter | undefined, letter: DrawnLetter | undefined): DrawnLetter | null {
  if (letter?.text !== '\u00ad' || letter.isHidden || !last) return null
  return Math.hypot(letter.x - last.endX, letter.y - last.endY) < tolerance ? letter : null
}

function withEdges(item: Words, letters: readonly DrawnLetter[]): Words {
  if (item.dir !== 'ltr' || item.height === 0) return item
  const [startX = 0, startY = 0] = item.transform.slice(4)
  const edges: number[] = []
  let end = 0
  for (const { text, x, y, endX, endY } of letters) {
    const from = Math.hypot(x - startX, y - startY)
    const width = Math.hypot(endX - x, endY - y)
    while (/\s/.test(item.str[edges.length] ?? '')) edges.push(end)
    const chars = text.replace(/\s+/g, '').length
    for (let n = 0; n < chars; n++) edges.push(from + (width * n) / chars)
    end = from + width
  }
  while (edges.length <= item.str.length) edges.push(end)
  return { ...item, edges }
}

/** Returns the visible pieces of an item. Right-to-left text is kept or dropped as a whole. */
function shownParts(item: Words, own: readonly DrawnLetter[]): Words[] {
  const seen = own.filter(({ isHidden }) => !isHidden).length
  if (item.dir !== 'ltr' || item.height === 0) return seen * 2 > own.length ? [item] : []
  let at = 0
  const placed = own.map((letter) => {
    const from = at
    at = endOf(item.str, at, letter.text)
    return { letter, str: item.str.slice(from, at) }
  })
  const parts = groupsOf(placed, (before, { letter }) => before.letter.isHidden === letter.isHidden)
  return parts.flatMap((part) => {
    const [first, last] = [part[0].letter, part.at(-1)?.letter ?? part[0].letter]
    const str = part.map((one) => one.str).join('')
    const width = Math.hypot(last.endX - first.x, last.endY - first.y)
    const transform = [...item.transform.slice(0, 4), first.x, first.y]
    return first.isHidden ? [] : { ...item, str: str.trimStart(), width, transform }
  })
}

/** Returns the index after the letter, skipping any spaces before it. */
function endOf(str: string, from: number, letter: string): number {
  let open = letter.replace(/\s+/g, '').length
  let at = from
  for (; open > 0 && at < str.length; at++) if (/\S/.test(str[at] as string)) open--
  return at
}
