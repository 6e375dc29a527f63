/** Decides which hidden content of a document becomes visible later. Does so once per document, without changing its tree. */

import type { Element } from 'domhandler'
import type { Document, HiddenNodes } from '../document.ts'
import { skippedElements } from '../elements.ts'
import type { PageElements } from '../page-elements.ts'
import { findCollapsed } from './collapsed.ts'
import { findDeferred, type HiddenText } from './deferred.ts'
import { hidingRules } from './hiding-rules.ts'
import { HidingRuleSet, KnownValues } from './rule-set.ts'
import { ownStyle, type PageStyles, readStyles } from './styles/page-styles.ts'

/** How hidden content becomes visible: a click opens it, or scripts show it as soon as they run. */
type ShownBy = 'click' | 'script'

/**
 * How style sheets inside a page are read: strictly, cautiously, or not at all (null). Cautious reading doesn't count content as hidden if
 * another state of the page shows the content: on hover, after a click, or after a script has set a class.
 */
export type SheetsRead = 'strictly' | 'cautiously' | null

const hidden = new HidingRuleSet(hidingRules.filter(({ group }) => group === 'hidden'))
const unreadable = new HidingRuleSet(hidingRules.filter(({ group }) => group === 'hidden' || group === 'illegible'))

// The lists of a page's elements give the few that a rule may hide. The rules can skip all others.
const attributes = new Set(hidingRules.flatMap(({ attribute }) => attribute ?? []))
const byName = hidingRules.filter(({ attribute }) => attribute === undefined)
const names = new Set(byName.flatMap((rule) => rule.names ?? []))
const allRules = new HidingRuleSet(hidingRules)

/** Which elements of a document are hidden, computed when first needed. */
export class Visibility {
  readonly #document: Document
  readonly #readsSheets: SheetsRead
  /** Caches which rules match the document's attribute values, for all policies. */
  readonly known: KnownValues
  #styles: PageStyles | null = null
  #candidates: ReadonlySet<Element> | null = null
  #shownLater: ReadonlyMap<Element, ShownBy> | null = null
  #hidesNearlyAll = false

  constructor(document: Document, readsSheets: SheetsRead, known = new KnownValues()) {
    this.#document = document
    this.known = known
    this.#readsSheets = readsSheets
  }

  readonly styleOf = (element: Element): string =>
    this.#readsSheets === null ? ownStyle(element) : this.styles.styleOf(element)

  get styles(): PageStyles {
    if (this.#styles) return this.#styles
    this.#styles = readStyles(this.#document, {
      readsSheets: this.#readsSheets !== null,
      isHidden:
        this.#readsSheets === 'cautiously' ? (style) => unreadable.isHiddenBy('style', style, this.known) : null,
    })
    return this.#styles
  }

  /** Elements that a rule may hide, in document order. Rules hide no other elements. */
  get candidates(): ReadonlySet<Element> {
    this.#candidates ??= findHidingCandidates(
      this.#document.elements,
      this.#readsSheets === null || this.judged ? [] : this.styles.bySheets.keys(),
      this.known,
    )
    return this.#candidates
  }

  /** The result based only on the page's attributes. If the page's style sheets change nothing, it is the same as the full result. */
  get byAttributes(): Visibility {
    if (this.#readsSheets === null || !this.styles.hideBySheets) return this
    return new Visibility(this.#document, null, this.known)
  }

  /** Nodes that the browser knows to be hidden. If present, the markup and styles in the source are ignored. */
  get judged(): HiddenNodes | null {
    return this.#document.hidden
  }

  /** Hidden elements that become visible automatically or after a click. */
  get shownLater(): ReadonlyMap<Element, ShownBy> {
    return this.#shownLater ?? this.#judge()
  }

  /** True if nearly all text is hidden until scripts have run. Content that a click opens doesn't count as hidden. */
  get hidesNearlyAll(): boolean {
    if (!this.#shownLater) this.#judge()
    return this.#hidesNearlyAll
  }

  #judge(): ReadonlyMap<Element, ShownBy> {
    const shown = new Map<Element, ShownBy>()
    this.#shownLater = shown
    const found = new Set(
      this.judged
        ? this.#document.elements.inOrder(this.judged.elements)
        : [...this.candidates].filter((element) => hidden.find(element, this.known, this.styleOf) !== null),
    )
    const text: HiddenText = {
      hidden: [...found],
      isHidden: (element) => found.has(element) && !shown.has(element),
      styleOf: this.styleOf,
      isSkipped: (element) => skippedElements.hiddenText.has(element.name) && !shown.has(element),
    }
    if (found.size === 0) return shown
    for (const element of findCollapsed(this.#document.elements, text)) shown.set(element, 'click')
    const { deferred, hidesNearlyAll } = findDeferred(this.#document, text)
    this.#hidesNearlyAll = hidesNearlyAll
    // If a browser has determined what is hidden, scripts have already run and will show nothing more.
    if (!this.judged) for (const element of deferred) shown.set(element, 'script')
    return shown
  }
}

/** Elements that a rule may hide, in document order. `styled`: elements styled by the page's style sheets. */
function findHidingCandidates(elements: PageElements, styled: Iterable<Element>, known: KnownValues): Set<Element> {
  const found = new Set(styled)
  const addAll = (list: readonly Element[]) => {
    for (const element of list) found.add(element)
  }
  for (const name of names) addAll(elements.named(name))
  for (const attribute of attributes) {
    for (const element of attribute === 'class' ? [] : elements.having(attribute))
      if (allRules.isHiddenBy(attribute, element.attribs[attribute] as string, known)) found.add(element)
  }
  for (const [classes, list] of elements.byClass) if (allRules.isHiddenBy('class', classes, known)) addAll(list)
  return new Set(elements.inOrder(found))
}
