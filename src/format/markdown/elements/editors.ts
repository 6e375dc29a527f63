/** Reads code in the editors that pages embed. */

import type { Element } from 'domhandler'
import { isElement, walk } from '../../../html/traverse.ts'
import type { PageView } from '../../../html/visibility/page-view.ts'
import { codeText } from './code-text.ts'

const editorClass = /(?:^|\s)(?:CodeMirror|cm-editor|monaco-editor|ace_editor|js-file-line-container)(?:\s|$)/
const linesClass = /(?:^|\s)(?:CodeMirror-code|cm-content|view-lines|ace_text-layer)(?:\s|$)/

/** True for the outermost element of an editor: CodeMirror, Monaco, Ace, or GitHub's table of file lines, which has no `pre`. */
export function isEditor({ attribs }: Element): boolean {
  return attribs.class !== undefined && editorClass.test(attribs.class)
}

/** Returns the text of an editor's lines, top to bottom: Monaco and Ace position lines by style, so the source order may differ. */
export function editorText(editor: Element, view: PageView): string {
  let lines: Element | null = null
  walk(editor, (node) => {
    if (lines) return false
    if (isElement(node) && linesClass.test(node.attribs.class ?? '')) lines = node
    return true
  })
  const body: Element = lines ?? editor
  if (!/view-lines|ace_text-layer/.test(body.attribs.class ?? '')) return codeText(body, view)
  const lineTops = body.children.filter(isElement).map((line, i) => ({ line, top: topOf(line) ?? i }))
  return lineTops
    .sort((a, b) => a.top - b.top)
    .map(({ line }) => codeText(line, view, true))
    .join('\n')
    .trimEnd()
}

function topOf({ attribs }: Element): number | null {
  const top = /(?:^|[;\s])top\s*:\s*(\d+(?:\.\d+)?)px/.exec(attribs.style ?? '')?.[1]
  return top === undefined ? null : Number(top)
}
