/** Splits a style sheet into its style rules. A full CSS parser would take longer on a page's sheets than formatting may take in total. */

/** True if the condition of an at-rule holds. */
export type ConditionTest = (rule: 'media' | 'supports' | 'container', condition: string) => boolean

/**
 * A style rule as written. Also stands for a name that a statement declares: a layer (no selectors), or a custom property (`@property --x`).
 */
export interface SheetRule {
  /** Selectors of the rule and of the rules that contain it, outermost first. */
  selectors: readonly string[]
  declarations: string
  /** The names of the layers that contain the rule: `theme.base`. */
  layer?: string
}

interface OpenBlock extends Pick<SheetRule, 'layer'> {
  kind: 'group' | 'style' | 'skipped'
  selectors: readonly string[]
  /** Declarations between nested rules. */
  own: string[]
}

const maxDepth = 30
let anonymous = 0
// Characters that can end a prelude or a declaration, or start something that may contain such a character.
const token = /["'{};\\()[\]]|\/\*/g

/** Reads the rules that apply on screens. `holds` evaluates the conditions of `@media` and similar rules. Accepts any text. */
export function readSheet(css: string, holds: ConditionTest): SheetRule[] {
  return new SheetReader(css, holds).read()
}

class SheetReader {
  readonly #css: string
  readonly #rules: SheetRule[] = []
  readonly #holds: ConditionTest
  readonly #open: OpenBlock[] = [{ kind: 'group', selectors: [], own: [] }]
  /** Start of the text that the next brace or semicolon ends. */
  #start = 0
  #parens = 0

  constructor(css: string, holds: ConditionTest) {
    this.#css = css
    this.#holds = holds
  }

  read(): SheetRule[] {
    token.lastIndex = 0
    for (let match = token.exec(this.#css); match; match = token.exec(this.#css)) this.#take(match[0], match.index)
    // The end of the sheet closes any unclosed rule.
    this.#closeBlock(this.#css.slice(this.#start))
    return this.#rules
  }

  #take(mark: string, at: number): void {
    switch (mark) {
      case '/*':
        at = this.#css.indexOf('*/', at + 2)
        token.lastIndex = at === -1 ? this.#css.length : at + 2
        break
      case '"':
      case "'":
        token.lastIndex = endOfString(this.#css, at)
        break
      case '\\':
        token.lastIndex = at + 2
        break
      case '(':
      case '[':
        this.#parens++
        break
      case ')':
      case ']':
        this.#parens = Math.max(0, this.#parens - 1)
        break
      default:
        // Braces and semicolons inside parentheses are text.
        if (this.#parens === 0) this.#endText(mark, at)
    }
  }

  #endText(mark: string, at: number): void {
    const text = this.#css.slice(this.#start, at)
    this.#start = at + 1
    if (mark === ';') this.#endStatement(text)
    else if (mark === '}') this.#closeBlock(text)
    else {
      this.#openBlock(text)
      if (this.#openTop().kind !== 'group') this.#skipPlainBody()
    }
  }

  #openTop(): OpenBlock {
    return this.#open[this.#open.length - 1] as OpenBlock
  }

  /** Most rules contain only declarations, so the next brace ends them. */
  #skipPlainBody(): void {
    const from = token.lastIndex
    const end = this.#css.indexOf('}', from)
    if (end === -1 || /["'{\\([]|\/\*/.test(this.#css.slice(from, end))) return
    token.lastIndex = end
  }

  #endStatement(text: string): void {
    const top = this.#openTop()
    if (top.kind === 'style') top.own.push(text)
    const [, names] = top.kind === 'group' ? (/^\s*@layer\s(.*)/s.exec(withoutComments(text)) ?? []) : []
    for (const name of names?.split(',') ?? []) this.#addLayer(top, name.trim())
  }

  #addLayer({ layer: around = '' }: OpenBlock, name: string): string {
    const layer = `${around}${around && '.'}${name || `\0${anonymous++}`}`
    this.#rules.push({ selectors: [], declarations: '', layer })
    return layer
  }

  #openBlock(prelude: string): void {
    const top = this.#openTop()
    const text = withoutComments(prelude).trim()
    const block: OpenBlock = { ...top, kind: 'skipped', own: [] }
    this.#open.push(block)
    if (top.kind === 'skipped' || this.#open.length > maxDepth) return
    const [, written = '', condition = ''] = /^@(?:-\w+-)?([\w-]+)(.*)$/s.exec(text) ?? []
    const rule = written.toLowerCase()
    if (rule === '') {
      block.kind = 'style'
      block.selectors = [...top.selectors, text]
    } else if (rule === 'media' || rule === 'supports' || rule === 'container') {
      block.kind = this.#holds(rule, condition) ? (top.kind === 'style' ? 'style' : 'group') : 'skipped'
    } else if (rule === 'layer') {
      block.kind = top.kind
      block.layer = this.#addLayer(top, condition.trim())
    } else if (rule === 'property') {
      this.#rules.push({ selectors: [`@property ${condition.trim()}`], declarations: '' })
    }
  }

  #closeBlock(text: string): void {
    const top = this.#openTop()
    if (top.kind === 'style') {
      top.own.push(text)
      const declarations = top.own.join(';')
      const { selectors, layer } = top
      if (declarations.trim() !== '' && selectors.length > 0)
        this.#rules.push({ selectors, declarations, ...(layer !== undefined && { layer }) })
    }
    if (this.#open.length > 1) this.#open.pop()
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

export function isStatement({ selectors: [first = '@'] }: SheetRule): boolean {
  return first.startsWith('@')
}

const maxLayers = 1000

/** The statements in one tree's style sheets: layers and registered properties. A layer's path has the names around it: `theme.base`. */
export class Statements {
  /** Custom properties that `@property` registers. Their values count as unknown, because they may not be inherited. */
  readonly registered = new Set<string>()
  /** The layers directly inside each layer. The key is empty outside layers. */
  readonly #inside = new Map<string, Set<string>>()
  #ranks: Map<string, number> | null = null

  constructor(rules: readonly SheetRule[]) {
    for (const { layer, selectors } of rules) {
      if (layer !== undefined) this.#addLayer(layer)
      const [, name] = /^@property (.*)$/s.exec(selectors[0] ?? '') ?? []
      if (name !== undefined) this.registered.add(name)
    }
  }

  #addLayer(path: string): void {
    if (path === '' || this.#inside.has(path) || this.#inside.size > maxLayers) return
    const around = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    this.#addLayer(around)
    this.#inside.set(around, (this.#inside.get(around) ?? new Set()).add(path))
    this.#inside.set(path, new Set())
  }

  /** A higher rank wins. Rules outside a layer win over the layers inside it. */
  rankOf(path: string): number {
    if (!this.#ranks) {
      const ranks = new Map<string, number>()
      const rank = (layer: string) => {
        for (const inner of this.#inside.get(layer) ?? []) rank(inner)
        ranks.set(layer, ranks.size)
      }
      rank('')
      this.#ranks = ranks
    }
    return this.#ranks.get(path) ?? 0
  }
}
