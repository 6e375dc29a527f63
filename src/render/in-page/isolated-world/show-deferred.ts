/** Shows content that a page hides until its scripts have run, where they have not shown it. */

import type { ElementStates } from './element-state.ts'

/**
 * Shows the page itself, and outermost hidden elements that hold its `main` or its `h1`, as the page's scripts would have done.
 * Returns whether there were any: what is hidden within them is for another look. Dialogs and menus are not shown.
 */
export function showDeferred(hiddenTexts: readonly Text[], { parentOf, stateOf }: ElementStates): boolean {
  const hiders = new Map<Element, Element>()
  for (const text of hiddenTexts) {
    const parent = parentOf(text)
    if (parent) findHider(parent)
  }
  const deferred = [...new Set(hiders.values())].filter(isDeferred)
  for (const element of deferred) show(element as HTMLElement)
  return deferred.length > 0

  /** Remembers for an element that is not rendered, and for those between, the outermost element that is not. */
  function findHider(element: Element): void {
    const chain: Element[] = []
    let up: Element | null = element
    for (; up && !isRendered(up) && !hiders.has(up); up = parentOf(up)) chain.push(up)
    const hider = (up && hiders.get(up)) ?? chain.at(-1)
    if (hider) for (const descendant of chain) hiders.set(descendant, hider)
  }

  function isRendered(element: Element): boolean {
    const { isShown, isVisible } = stateOf(element)
    return isShown && isVisible
  }

  function isDeferred(element: Element): boolean {
    if (/^(?:html|body)$/.test(element.localName)) return true
    if (element.matches('dialog, nav, header, footer, aside, form, [popover], [role=dialog], [role=alertdialog]'))
      return false
    const content = 'main, [role=main], h1'
    return element.matches(content) || element.querySelector(content) !== null
  }

  function show(element: HTMLElement): void {
    element.removeAttribute('hidden')
    const visible = { opacity: '1', visibility: 'visible', filter: 'none', 'content-visibility': 'visible' }
    for (const [property, value] of Object.entries(visible)) element.style.setProperty(property, value, 'important')
    if (getComputedStyle(element).display === 'none') element.style.setProperty('display', 'revert', 'important')
  }
}
