/** Determines where a page's styles apply: outside `noscript` and templates. A shadow root uses only its own sheets. */

import type { Element } from 'domhandler'
import { elementsBelow, type PageElements } from '../../page-elements.ts'
import { elementAround } from '../../traverse.ts'

export class StyledPlaces {
  readonly #unstyled = new Set<Element>()
  readonly #scopes = new Map<Element, Element>()

  constructor(elements: PageElements, frameBlocks: readonly Element[] = []) {
    const templates = elements.named('template')
    const inert = templates.filter((template) => !isShadowRoot(template))
    for (const noscript of elements.named('noscript')) {
      this.#leaveOutBelow(noscript)
      this.#unstyled.add(noscript)
    }
    for (const block of [...inert, ...frameBlocks]) this.#leaveOutBelow(block)
    if (inert.length < templates.length) this.#findScopes(elements.all)
  }

  isStyled(element: Element): boolean {
    return !this.#unstyled.has(element)
  }

  /** The shadow root that an element is in; null if it isn't in one. */
  scopeOf(element: Element): Element | null {
    return this.#scopes.get(element) ?? null
  }

  #leaveOutBelow(element: Element): void {
    if (this.#unstyled.has(element)) return
    for (const below of elementsBelow(element)) this.#unstyled.add(below)
  }

  /** `all` must be in document order, so that ancestors are handled first. */
  #findScopes(all: readonly Element[]): void {
    for (const element of all) {
      const around = elementAround(element)
      if (around === null) continue
      const scope = isShadowRoot(around) ? around : this.#scopes.get(around)
      if (scope) this.#scopes.set(element, scope)
    }
  }
}

function isShadowRoot({ name, attribs }: Element): boolean {
  return name === 'template' && attribs.shadowrootmode !== undefined
}
