/** Finds content in the document that visitors can't see: elements, and individual text nodes next to visible ones. */

import { type ElementStates, parentOf } from './element-state.ts'
import type { HiddenContent } from './flatten-document.ts'
import { judgeVisibility } from './judge-visibility.ts'

/**
 * Finds hidden content in the document and its shadow trees. Doesn't count content as hidden if it is fading in.
 * Doesn't count content that visitors can reach with a click or a swipe, such as details, tabs, targets of a control or the next slide. If
 * nearly the whole page is hidden, content that its scripts should have shown counts as visible. Leaves the document unchanged.
 */
export function findHiddenText(): HiddenContent {
  let judged = judgeVisibility()
  const charsBefore = judged.tally.visibleChars
  const restore: (() => void)[] = []
  // Deferred content may in turn hide parts of itself.
  for (let level = 0; level < 3 && judged.tally.hidesNearlyAll(); level++) {
    const { tally, states } = judged
    const undo = showDeferred([...tally.hiddenTexts, ...tally.hiddenElements], states)
    if (undo === null) break
    restore.unshift(undo)
    judged = judgeVisibility()
  }
  for (const undo of restore) undo()
  return { ...judged.tally.outermostHidden(), keptChars: judged.tally.visibleChars - charsBefore }
}

/**
 * Shows the page itself and the outermost hidden elements that contain its `main` or `h1`, as its scripts would. Doesn't show dialogs or
 * menus. Returns a function that undoes this, or null if nothing was hidden. Hidden content inside these elements needs another pass.
 */
export function showDeferred(hidden: readonly Node[], { stateOf }: ElementStates): (() => void) | null {
  const hiders = new Map<Element, Element>()
  for (const node of hidden) {
    const element = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : parentOf(node)
    if (element) findHider(element)
  }
  const deferred = [...new Set(hiders.values())].filter(isDeferred)
  if (deferred.length === 0) return null
  const before = deferred.map((element) => element.getAttribute('style'))
  for (const element of deferred) show(element as HTMLElement)
  return () => {
    for (const [at, element] of deferred.entries()) {
      const style = before[at]
      if (typeof style === 'string') element.setAttribute('style', style)
      else element.removeAttribute('style')
    }
  }

  /** Records the outermost unrendered ancestor for an unrendered element and all elements in between. */
  function findHider(element: Element): void {
    const chain: Element[] = []
    let up: Element | null = element
    for (; up && !isRendered(up) && !hiders.has(up); up = parentOf(up)) chain.push(up)
    const hider = (up && hiders.get(up)) ?? chain.at(-1)
    if (hider) for (const descendant of chain) hiders.set(descendant, hider)
  }

  function isRendered(element: Element): boolean {
    const { isShown, isOpened } = stateOf(element)
    return isOpened || (isShown && getComputedStyle(element).visibility === 'visible')
  }

  function isDeferred(element: Element): boolean {
    if (/^(?:html|body)$/.test(element.localName)) return true
    if (element.matches('dialog, nav, header, footer, aside, form, [popover], [role=dialog], [role=alertdialog]'))
      return false
    const content = 'main, [role=main], h1'
    return element.matches(content) || element.querySelector(content) !== null
  }

  function show(element: HTMLElement): void {
    const visible = { opacity: '1', visibility: 'visible', filter: 'none', 'content-visibility': 'visible' }
    for (const [property, value] of Object.entries(visible)) element.style.setProperty(property, value, 'important')
    for (const display of ['revert', 'block']) {
      if (getComputedStyle(element).display === 'none') element.style.setProperty('display', display, 'important')
    }
  }
}
