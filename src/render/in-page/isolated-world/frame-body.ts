/** Finds the document inside a frame. */

export type FrameBodyOf = (element: Element) => HTMLElement | null

/** Returns the body of a frame that a visitor can see; null for other elements, frames of other origins, and empty or tiny ones. */
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
