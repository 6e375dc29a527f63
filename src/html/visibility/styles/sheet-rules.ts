/** Divides a style sheet into its style rules. A parser for all of CSS takes longer on a page's sheets than the page's formatting may. */

import type { ConditionTest } from './conditions.ts'

/** A style rule as it is written, with what the rules around it say. */
export interface SheetRule {
  /** Selectors of the rule and of the rules that it is nested in, outermost first. */
  selectors: readonly string[]
  declarations: string
  /** Place of its cascade layer: later layers win; rules in no layer come last. */
  layer: number
}

export interface SheetReading {
  rules: SheetRule[]
  /** Declarations of the last keyframe of an animation, by its name. */
  keyframes: Map<string, string>
  /** Layers in order of first mention. */
  layers: Map<string, number>
}

export const noLayer = Number.POSITIVE_INFINITY

interface OpenBlock {
  kind: 'group' | 'style' | 'keyframes' | 'skipped'
  selectors: readonly string[]
  layer: string | null
  name: string
  /** Declarations that stand between nested rules. */
  own: string[]
}

const maxDepth = 30
// What can end a prelude or a declaration, or hide such an end.
const token = /["'{};\\()[\]]|\/\*/g

/** Reads the rules that hold on the screen; `holds` judges the conditions of `@media` and the like. Any text is a style sheet. */
export function readSheet(css: string, { rules, keyframes, layers }: SheetReading, holds: ConditionTest): void {
  const open: OpenBlock[] = [{ kind: 'group', selectors: [], layer: null, name: '', own: [] }]
  let anonymous = 0
  let start = 0
  let parens = 0
  token.lastIndex = 0
  for (let match = token.exec(css); match; match = token.exec(css)) {
    const at = match.index
    switch (match[0]) {
      case '/*':
        token.lastIndex = indexAfter('*/', at + 2)
        break
      case '"':
      case "'":
        token.lastIndex = endOfString(css, at)
        break
      case '\\':
        token.lastIndex = at + 2
        break
      case '(':
      case '[':
        parens++
        break
      case ')':
      case ']':
        parens = Math.max(0, parens - 1)
        break
      case ';':
        if (parens === 0) endStatement(css.slice(start, at))
        if (parens === 0) start = at + 1
        break
      case '{':
        if (parens > 0) break
        openBlock(css.slice(start, at))
        start = at + 1
        if (openTop().kind !== 'group') skipPlainBody()
        break
      case '}':
        if (parens > 0) break
        closeBlock(css.slice(start, at))
        start = at + 1
        break
    }
  }
  // An unclosed rule is closed by the end.
  closeBlock(css.slice(start))

  function openTop(): OpenBlock {
    return open[open.length - 1] as OpenBlock
  }

  function indexAfter(text: string, from: number): number {
    const found = css.indexOf(text, from)
    return found === -1 ? css.length : found + text.length
  }

  /** Most rules hold nothing but declarations: their end is the next brace. */
  function skipPlainBody(): void {
    const from = token.lastIndex
    const end = css.indexOf('}', from)
    if (end === -1 || /["'{\\([]|\/\*/.test(css.slice(from, end))) return
    token.lastIndex = end
  }

  function endStatement(text: string): void {
    const top = openTop()
    const [, name] = /^\s*@(layer|import|namespace|charset)\b/i.exec(text) ?? []
    if (name?.toLowerCase() === 'layer') {
      for (const layer of text.replace(/^\s*@layer/i, '').split(',')) layerOf(layer.trim(), top.layer)
    } else if (top.kind === 'style') top.own.push(text)
  }

  function openBlock(prelude: string): void {
    const top = openTop()
    const text = withoutComments(prelude).trim()
    const block: OpenBlock = { kind: 'skipped', selectors: top.selectors, layer: top.layer, name: '', own: [] }
    open.push(block)
    if (top.kind === 'skipped' || open.length > maxDepth) return
    const [, written = '', condition = ''] = /^@(?:-\w+-)?([\w-]+)(.*)$/s.exec(text) ?? []
    const rule = written.toLowerCase()
    if (top.kind === 'keyframes') {
      block.kind = /(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i.test(text) ? 'keyframes' : 'skipped'
      block.name = top.name
    } else if (rule === '') {
      block.kind = 'style'
      block.selectors = [...top.selectors, text]
    } else if (rule === 'media' || rule === 'supports' || rule === 'container') {
      block.kind = holds(rule, condition) ? (top.kind === 'style' ? 'style' : 'group') : 'skipped'
    } else if (rule === 'layer') {
      block.kind = top.kind
      block.layer = layerOf(condition.trim() || `\0${++anonymous}`, top.layer)
    } else if (rule === 'scope') {
      block.kind = 'group'
      const [, scope] = /^\s*\(([^)]*)\)/.exec(condition) ?? []
      if (scope) block.selectors = [...top.selectors, scope]
    } else if (rule === 'keyframes') {
      block.kind = 'keyframes'
      block.name = condition.trim().replace(/^["']|["']$/g, '')
    }
  }

  function closeBlock(text: string): void {
    const top = openTop()
    if (top.kind === 'style') {
      top.own.push(text)
      const declarations = top.own.join(';')
      const layer = top.layer === null ? noLayer : (layers.get(top.layer) ?? noLayer)
      if (declarations.trim() !== '') rules.push({ selectors: top.selectors, declarations, layer })
    } else if (top.kind === 'keyframes' && text.trim() !== '') keyframes.set(top.name, text)
    if (open.length > 1) open.pop()
  }

  function layerOf(name: string, around: string | null): string {
    const whole = around === null ? name : `${around}.${name}`
    if (!layers.has(whole)) layers.set(whole, layers.size)
    return whole
  }
}

function endOfString(css: string, at: number): number {
  const quote = css[at]
  for (let end = at + 1; end < css.length; end++) {
    const char = css[end]
    if (char === '\\') end++
    else if (char === quote || char === '\n') return end + 1
  }
  return css.length
}

/** A style sheet's text without its comments. */
export function withoutComments(css: string): string {
  return css.includes('/*') ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ') : css
}
