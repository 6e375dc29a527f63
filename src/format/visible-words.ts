/** Counts the words that a visitor sees on a page. */

import { countWords } from '../html/count-words.ts'
import type { Document } from '../html/document.ts'
import { skippedElements } from '../html/elements.ts'
import { isWaitingText } from '../html/recognize/page-signals.ts'
import { asksForScripts } from '../html/recognize/shell.ts'
import { isElement, isText, textOf, walk } from '../html/traverse.ts'
import type { PageView } from '../html/visibility/page-view.ts'

/** Longer text in `noscript` is content, even if it asks users to enable scripts. */
const maxAppealChars = 500
const skipped: ReadonlySet<string> = new Set([...skippedElements.mainContent, 'template'])

/** Text that announces content ("Loading…") or asks users to enable scripts doesn't count. */
export function countVisibleWords({ root }: Document, view: PageView): number {
  let words = 0
  walk(root, (node) => {
    if (isElement(node))
      return !skipped.has(node.name) && !view.leavesOut(node) && !isAppeal(node.name, () => textOf(node))
    if (isText(node) && !view.hidesText(node) && !isWaitingText(node.data.trim().toLowerCase().slice(0, 200))) {
      words += countWords(node.data)
    }
    return true
  })
  return words
}

function isAppeal(name: string, read: () => string): boolean {
  if (name !== 'noscript') return false
  const text = read()
  return text.length <= maxAppealChars && asksForScripts(text.toLowerCase())
}
