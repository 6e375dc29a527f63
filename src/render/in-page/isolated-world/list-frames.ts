/** Lists the frames whose documents can't be reached from here by scripts, such as cross-origin frames. */

import type { ListedFrame } from './results.ts'

/** Numbers of frame elements. An element keeps its number. */
interface FrameList {
  /** Lists all frames in the document, its shadow trees and its reachable frames, in document order. */
  list(): ListedFrame[]
  elementOf(number: number): Element | null
  numberOf(element: Element): number | null
}

export function createFrameList(): FrameList {
  /** Chromium allows a page 1,000 frames at a time. */
  const maxFrames = 2000
  const minPixels = 10
  const elements: Element[] = []
  const numbers = new WeakMap<Element, number>()
  return { list, elementOf: (number) => elements[number] ?? null, numberOf: (element) => numbers.get(element) ?? null }

  function list(): ListedFrame[] {
    const listed: ListedFrame[] = []
    visit(document)
    return listed

    function visit(root: Document | ShadowRoot): void {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot)
        if (!/^(?:iframe|frame|object)$/.test(element.localName)) continue
        const { contentDocument, contentWindow } = element as Partial<HTMLIFrameElement>
        const url = urlOf(element)
        const hasArrived = !contentDocument || !isPlaceholder(contentDocument, url)
        if (contentDocument && hasArrived) visit(contentDocument)
        else if (contentWindow && listed.length < maxFrames) {
          listed.push({ number: enter(element), url, hasArrived, isShown: isShown(element) })
        }
      }
    }
  }

  function urlOf(element: Element): string {
    const { src, data } = element as Partial<HTMLIFrameElement & HTMLObjectElement>
    return String(src || data || 'about:blank').slice(0, 4096)
  }

  /** True for the empty document that a frame contains until one from another origin arrives. */
  function isPlaceholder(shown: Document, url: string): boolean {
    return (
      shown.URL === 'about:blank' &&
      !shown.body?.hasChildNodes() &&
      /^https?:/.test(url) &&
      URL.parse(url)?.origin !== location.origin
    )
  }

  function enter(element: Element): number {
    const known = numbers.get(element)
    if (known !== undefined) return known
    numbers.set(element, elements.length)
    return elements.push(element) - 1
  }

  /** True if the frame, and every frame around it, is visible to visitors. */
  function isShown(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (width <= minPixels || height <= minPixels) return false
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    const { frameElement } = element.ownerDocument.defaultView ?? {}
    return element.ownerDocument === document || !frameElement || isShown(frameElement)
  }
}
