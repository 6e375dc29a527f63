/** Recognises elements that a visitor opens with a click, even if they are open now. */

/** Detects disclosures, content that find-in-page reveals, tab panels, selection lists, and elements that a control refers to. */
export function createClickTest(): (element: Element) => boolean {
  const controlled = new WeakMap<Document, Set<string>>()
  return isOpenedByClick

  function isOpenedByClick(element: Element): boolean {
    if (element.localName === 'select' || element.parentElement?.localName === 'details') return true
    if (element.getAttribute('role') === 'tabpanel' || element.getAttribute('hidden') === 'until-found') return true
    return element.id !== '' && controlledIn(element.ownerDocument).has(element.id)
  }

  /** Ids that controls in the document refer to. */
  function controlledIn(owner: Document): Set<string> {
    const known = controlled.get(owner)
    if (known) return known
    const controls = [...owner.querySelectorAll('[aria-controls]')]
    const ids = new Set(controls.flatMap((control) => control.getAttribute('aria-controls')?.split(/\s+/) ?? []))
    controlled.set(owner, ids)
    return ids
  }
}
