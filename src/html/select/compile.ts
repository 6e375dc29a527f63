/** Compiles any selector to a test for one element. The test takes a bounded number of steps for a whole document. */

import { compile, type Options } from 'css-select'
import { parse, type Selector } from 'css-what'
import type { AnyNode, Element, ParentNode } from 'domhandler'
import { isElement, nextElement, previousElement } from '../traverse.ts'
import { nameTest } from './name-tests.ts'
import { positionAmong } from './nth.ts'
import { pagePseudos } from './page-pseudos.ts'
import { listOfPosition } from './selector-syntax.ts'

type Test = (element: Element) => boolean
type Combinator = 'descendant' | 'child' | 'sibling' | 'adjacent'

/**
 * The test of a selector that `normaliseSelector` accepted, for elements below `root`. `step` is called for each element tested, and may
 * throw. Throws an Error if the selector is invalid.
 *
 * css-select walks all siblings for each element of `a ~ b`, all ancestors for `a b`, and everything below or after each element of
 * `:has()`: 10 CPU seconds for `:not(:has(~ q))` on a page of 1.2 MB. The tests here remember their results, so that each compound is
 * tested once per element.
 */
export function compileSelector(selector: string, root: ParentNode | null = null, step: () => void = () => {}): Test {
  return new SelectorCompiler(root, step).compile(parse(selector))
}

class SelectorCompiler {
  readonly #options: Options<AnyNode, Element>
  readonly #pseudos: Record<string, Test>
  readonly #known = pagePseudos()
  readonly #step: () => void
  #count = 0

  constructor(root: ParentNode | null, step: () => void) {
    this.#step = step
    // If the selector applies to a whole document, `:scope` is its root.
    const context = root !== null && isElement(root) ? root : null
    // The prefix keeps css-select's pseudo-classes of the same name from taking precedence.
    this.#pseudos = Object.fromEntries([...this.#known].map(([name, test]) => [ofPage + name, test]))
    const scope = context ? { context: [context] } : {}
    this.#options = { pseudos: this.#pseudos, cacheResults: true, quirksMode: isQuirky(root), ...scope }
  }

  compile(list: Selector[][]): Test {
    return compile<AnyNode, Element>(
      list.map((tokens) => this.#backward(tokens)),
      this.#options,
    ) as Test
  }

  /** `a ~ b` → a `b` that comes after `a`; `a b` → a `b` below `a`. */
  #backward(tokens: readonly Selector[]): Selector[] {
    const at = tokens.findLastIndex(({ type }) => type === 'sibling' || type === 'descendant')
    const own = this.#compound(tokens.slice(at + 1))
    if (at === -1) return own
    const next = tokens[at]?.type === 'sibling' ? previousElement : parentElement
    return [this.#pseudo(anyOnTheWay(next, this.compile([tokens.slice(0, at)]))), ...own]
  }

  /** Tokens for css-select. Tokens that it interprets differently from browsers are replaced by tests. */
  #compound(tokens: readonly Selector[]): Selector[] {
    return tokens.flatMap((token, index) => {
      if (listOfPositionIn(token)) return []
      const among = token.type === 'pseudo' ? listOfPositionIn(tokens[index - 1]) : null
      if (token.type === 'pseudo' && among) {
        const isAmong = this.compile(among)
        return this.#pseudo(positionAmong(token.name, String(token.data), (element) => this.#asked(isAmong, element)))
      }
      const test = nameTest(token, this.#options)
      return test ? this.#named(test) : this.#withoutHas(token)
    })
  }

  #asked(test: Test, element: Element): boolean {
    this.#step()
    return test(element)
  }

  #withoutHas(token: Selector): Selector {
    if (token.type !== 'pseudo') return token
    if (!Array.isArray(token.data)) return this.#known.has(token.name) ? { ...token, name: ofPage + token.name } : token
    if (token.name !== 'has') return { ...token, data: token.data.map((tokens) => this.#backward(tokens)) }
    return { ...token, name: 'is', data: token.data.map((tokens) => [this.#forward(tokens)]) }
  }

  /** For `:has()`: `> a b` → a child that is `a:has(b)`, and so on to the right. */
  #forward(written: readonly Selector[]): Selector {
    const [first, second] = written
    const isScope = first?.type === 'pseudo' && first.name === 'scope' && isCombinator(second)
    const tokens = isScope ? written.slice(1) : written
    const combinator = isCombinator(tokens[0]) ? (tokens[0].type as Combinator) : 'descendant'
    const rest = isCombinator(tokens[0]) ? tokens.slice(1) : tokens
    const end = rest.findIndex(isCombinator)
    const compound = end === -1 ? rest : rest.slice(0, end)
    const further = end === -1 ? [] : [this.#forward(rest.slice(end))]
    const test = this.compile([[...compound, ...further]])
    return this.#pseudo(relatives[combinator](test))
  }

  #pseudo(test: Test): Selector {
    return this.#named((element) => this.#asked(test, element))
  }

  #named(test: Test): Selector {
    const name = `remembered-${this.#count++}`
    this.#pseudos[name] = test
    return { type: 'pseudo', name, data: null } as Selector
  }
}

const ofPage = 'page-'

/** The selectors of `:nth-child(2 of .x)`, which precede it. */
function listOfPositionIn(token: Selector | undefined): Selector[][] | null {
  const isList = token?.type === 'pseudo' && token.name === listOfPosition && Array.isArray(token.data)
  return isList ? (token.data as Selector[][]) : null
}

/** True if the document is in quirks mode, where classes and ids are case-insensitive. */
function isQuirky(root: ParentNode | null): boolean {
  let top: ParentNode | null = root
  while (top?.parent) top = top.parent
  return top !== null && 'x-mode' in top && top['x-mode'] === 'quirks'
}

const combinators = new Set<string>(['descendant', 'child', 'sibling', 'adjacent'])

function isCombinator(token: Selector | undefined): token is Selector {
  return token !== undefined && combinators.has(token.type)
}

/** Tests whether an element has a relative that passes the test, by the leading combinator in `:has()`. */
const relatives: Record<Combinator, (test: Test) => Test> = {
  child: (test) => remembered(({ children }) => children.some((child) => isElement(child) && test(child))),
  adjacent: (test) => (element) => {
    const next = nextElement(element)
    return next !== null && test(next)
  },
  sibling: (test) => anyOnTheWay(nextElement, test),
  descendant(test) {
    // The parser limits the document's depth, and with it the recursion. The content of a template isn't a child of any element.
    const isIn = (children: readonly AnyNode[]): boolean =>
      children.some((child) =>
        isElement(child) ? test(child) || isAbove(child) : 'children' in child && isIn(child.children),
      )
    const isAbove: Test = remembered(({ children }) => isIn(children))
    return isAbove
  },
}

function parentElement({ parent }: Element): Element | null {
  return parent !== null && isElement(parent) ? parent : null
}

/** A test that is evaluated only once per element. */
function remembered(test: Test): Test {
  const known = new Map<Element, boolean>()
  return (element) => {
    const found = known.get(element) ?? test(element)
    known.set(element, found)
    return found
  }
}

/** True if any element reached by repeatedly applying `next` passes the test. Each element is tested once. */
function anyOnTheWay(next: (element: Element) => Element | null, test: Test): Test {
  const known = new Map<Element, boolean>()
  return (element) => {
    const asked: Element[] = []
    let at = element
    let found = known.get(at)
    while (found === undefined) {
      asked.push(at)
      const following = next(at)
      if (following === null) break
      found = test(following) || known.get(following)
      at = following
    }
    for (const it of asked) known.set(it, found === true)
    return found === true
  }
}
