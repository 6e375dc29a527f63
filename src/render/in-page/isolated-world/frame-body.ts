/** Finds the document inside a frame. */

export type FrameBodyOf = (element: Element) => HTMLElement | null

/** Returns the body of a visible frame. Returns null for other elements, and for cross-origin, empty and tiny frames. */
export function frameBodyOf(element: Element): HTMLElement | null {
  if (!/^(?:iframe|frame|object)$/.test(element.localName)) return null
  let body: HTMLElement | null = null
  try {
    body = (element as HTMLIFrameElement).contentDocument?.body ?? null
  } catch {}
  if (!body?.hasChildNodes()) return null
  const { width, height } = element.getBoundingClientRect()
  return width > 10 && height > 10 ? body : null
}
