/** Recognises elements that a click opens, even if they are already open. */

/** Detects disclosures, tab panels, selection lists, elements that a control refers to, and content that find-in-page reveals. */
export function createClickTest(): (element: Element) => boolean {
  const controlled = new WeakMap<Document, Set<string>>()
  return isOpenedByClick

  function isOpenedByClick(element: Element): boolean {
    if (element.localName === 'select' || element.parentElement?.localName === 'details') return true
    if (element.getAttribute('role') === 'tabpanel' || element.getAttribute('hidden') === 'until-found') return true
    return element.id !== '' && controlledIn(element.ownerDocument).has(element.id)
  }

  function controlledIn(owner: Document): Set<string> {
    const known = controlled.get(owner)
    if (known) return known
    const controls = [...owner.querySelectorAll('[aria-controls]')]
    const ids = new Set(controls.flatMap((control) => control.getAttribute('aria-controls')?.split(/\s+/) ?? []))
    controlled.set(owner, ids)
    return ids
  }
}
