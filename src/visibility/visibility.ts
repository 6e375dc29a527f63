/** Which hidden content of a document becomes visible after all: judged once for each document, beside its unchanged tree. */

import type { Element } from 'domhandler'
import type { Document } from '../document/document.ts'
import { skippedElements } from '../document/elements.ts'
import { isElement, walk } from '../document/traverse.ts'
import { findCollapsed } from './collapsed.ts'
import { findDeferred } from './deferred.ts'
import { type HiddenText, hidesNearlyAll } from './hidden-text.ts'
import { hidingRules } from './hiding-rules.ts'
import { HidingRuleSet } from './rule-set.ts'
import { findStreamed } from './streamed.ts'

/** How hidden content becomes visible: a script moves it into place, a click opens it, or scripts show it as soon as they run. */
export type ShownBy = 'streaming' | 'click' | 'script'

const documents = new WeakMap<Document, Visibility>()

/** The one verdict on a document. Nothing is judged before it is asked for. */
export function visibilityOf(document: Document): Visibility {
  const known = documents.get(document)
  if (known) return known
  const visibility = new Visibility(document)
  documents.set(document, visibility)
  return visibility
}

export class Visibility {
  readonly #document: Document
  readonly #rules = new HidingRuleSet(hidingRules.filter(({ group }) => group === 'hidden'))
  #shownLater: ReadonlyMap<Element, ShownBy> | null = null
  #hidesNearlyAll = false

  constructor(document: Document) {
    this.#document = document
  }

  /** Hidden elements that become visible by themselves or by a click. */
  get shownLater(): ReadonlyMap<Element, ShownBy> {
    return this.#shownLater ?? this.#judge()
  }

  /** Whether nearly all text is hidden until scripts have run; what is streamed, and what a click opens, does not count as hidden. */
  get hidesNearlyAll(): boolean {
    if (!this.#shownLater) this.#judge()
    return this.#hidesNearlyAll
  }

  #judge(): ReadonlyMap<Element, ShownBy> {
    const shown = new Map<Element, ShownBy>()
    this.#shownLater = shown
    const text: HiddenText = {
      isHidden: (element) => this.#rules.find(element) !== null && !shown.has(element),
      isSkipped: (element) => skippedElements.hiddenText.has(element.name) && !shown.has(element),
    }
    for (const element of findStreamed(this.#document, text.isHidden)) shown.set(element, 'streaming')
    if (!this.#hidesAny(text)) return shown
    for (const element of findCollapsed(this.#document, text)) shown.set(element, 'click')
    this.#hidesNearlyAll = hidesNearlyAll(this.#document, text)
    for (const element of findDeferred(this.#document, text)) shown.set(element, 'script')
    return shown
  }

  #hidesAny({ isHidden }: HiddenText): boolean {
    let hidesAny = false
    walk(this.#document.root, (node) => {
      if (!hidesAny && isElement(node)) hidesAny = isHidden(node)
      return !hidesAny
    })
    return hidesAny
  }
}
