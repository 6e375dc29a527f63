/** Prepares a page for its screenshot: hides what covers it, and stops what moves. */

import { hideConsentLayers } from './hide-consent-layers.ts'
import type { ScreenshotStage, StagedPage } from './page-api.ts'

/**
 * Hides consent layers and excluded elements, stops animations, and scrolls to where the image starts. Repeated calls are harmless, so it
 * can be called until nothing is pending.
 */
export async function stageScreenshot(stage: ScreenshotStage): Promise<StagedPage> {
  const maxAnimations = 1000
  const maxElements = 20_000

  const roots = listRoots(document)
  hideLayers()
  const isSupported = [stage.element, stage.excluded].every(isSelector)
  const hidden = [isSupported ? stage.excluded : null, stage.hidesFrames ? 'iframe, frame, object, embed' : null]
  const rules = hidden.map((selector, at) =>
    selector === null ? '' : `:is(${selector}) { ${at === 0 ? 'display: none' : 'visibility: hidden'} !important }`,
  )
  addStyles(`
    ${rules.join('\n')}
    *, ::before, ::after { transition: none !important }
    * { caret-color: transparent !important; scroll-behavior: auto !important }`)
  stopAnimations()
  scrollToStart()
  const element = stage.element !== null && isSupported ? findShown(stage.element) : null
  return { isSupported, ...(await measureShown(stage, element)) }

  function listRoots(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
    const inner = [...root.querySelectorAll('*')].slice(0, maxElements).flatMap((one) => one.shadowRoot ?? [])
    return [root, ...inner.flatMap(listRoots)]
  }

  function isSelector(selector: string | null): boolean {
    try {
      return selector === null || document.createDocumentFragment().querySelector(selector) === null
    } catch {
      return false
    }
  }

  function hideLayers(): void {
    const before = new Set(document.querySelectorAll('[hidden]'))
    hideConsentLayers()
    const layers = [...document.querySelectorAll<HTMLElement>('[hidden]')].filter((one) => !before.has(one))
    for (const layer of layers) layer.style.setProperty('display', 'none', 'important')
    if (layers.length === 0) return
    // Layers often keep the page behind them from scrolling.
    for (const one of [document.documentElement, document.body]) {
      const { style } = one
      const { overflowX, overflowY, position } = getComputedStyle(one)
      if (position === 'fixed') style.setProperty('position', 'static', 'important')
      if (overflowY !== 'hidden') continue
      style.setProperty('overflow-y', 'visible', 'important')
      // Anything else would make the element scroll.
      if (overflowX === 'hidden') style.setProperty('overflow-x', 'clip', 'important')
    }
  }

  /** Doesn't change the document, so its HTML stays the same. */
  function addStyles(text: string): void {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    const isOurs = ({ cssRules }: CSSStyleSheet) =>
      cssRules[cssRules.length - 1]?.cssText.includes('caret-color: transparent')
    for (const root of roots) {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets.filter((other) => !isOurs(other)), sheet]
    }
  }

  /** Shows the end of animations, and endless ones as if they had not begun. */
  function stopAnimations(): void {
    const running = roots.flatMap((root) => root.getAnimations()).slice(0, maxAnimations)
    for (const animation of running) {
      if (animation.timeline !== document.timeline || animation.playbackRate === 0) continue
      try {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
        else animation.finish()
      } catch {}
    }
  }

  function scrollToStart(): void {
    const target = stage.isFullPage ? null : document.querySelector(':target')
    if (target) target.scrollIntoView({ block: 'start', behavior: 'instant' })
    else scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }

  function findShown(selector: string): Element | null {
    for (const root of roots) {
      for (const match of root.querySelectorAll(selector)) {
        const { width, height, right, bottom } = match.getBoundingClientRect()
        if (width > 0 && height > 0 && right + scrollX > 0 && bottom + scrollY > 0) return match
      }
    }
    return null
  }
}

/**
 * Measures a page for its screenshot. Also loads the lazy images in view and decodes those that have arrived, so that none is missing from
 * the next frame.
 */
export async function measureShown(
  { isFullPage, maxHeight }: ScreenshotStage,
  element: Element | null,
): Promise<Omit<StagedPage, 'isSupported'>> {
  const maxMeasured = 300
  const decodeMs = 2000
  const frameMs = 20
  const { documentElement: root, body, images } = document
  const [start, end] = isFullPage ? [-scrollY, maxHeight] : [0, innerHeight]
  const inView = [...images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return element ? element.contains(image) : bottom >= start && top < end
  })
  for (const image of inView) image.loading = 'eager'
  const arrived = inView.filter(hasArrived)
  const decoding = Promise.allSettled(arrived.slice(0, maxMeasured).map((image) => image.decode()))
  await Promise.race([decoding, new Promise((resolve) => setTimeout(resolve, decodeMs))])
  const before = layoutOf()
  await new Promise((resolve) => setTimeout(resolve, frameMs))
  const { layout, ...boxes } = layoutOf()
  const isStable = layout === before.layout && inView.filter(hasArrived).length === arrived.length
  return { ...boxes, isStable }

  function hasArrived({ complete, naturalWidth }: HTMLImageElement): boolean {
    return complete && naturalWidth > 0
  }

  function layoutOf() {
    const trees = [root, body].filter((one) => one !== null)
    // In pages written from right to left, positions to the left of the window are negative.
    const isReversed = trees.some((one) => getComputedStyle(one).direction === 'rtl')
    const startX = isReversed ? Math.max(0, root.scrollWidth - root.clientWidth) : 0
    const isClipped = trees.some((one) => /hidden|clip/.test(getComputedStyle(one).overflowX))
    const width = isClipped ? innerWidth : Math.max(innerWidth, root.scrollWidth)
    const height = Math.max(innerHeight, ...trees.flatMap((one) => [one.scrollHeight, one.offsetHeight]))
    const places = [...(body?.children ?? []), ...images].slice(0, maxMeasured).map((one) => placeOf(one, startX))
    return {
      view: { x: scrollX + startX, y: scrollY, width: innerWidth, height: innerHeight },
      page: { x: isClipped ? startX : 0, y: 0, width, height },
      element: element && placeOf(element, startX),
      layout: `${width} ${height} ${JSON.stringify(places)}`,
    }
  }

  function placeOf(one: Element, startX: number): StagedPage['view'] {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const from = scrollX + startX
    const [x, y] = [Math.max(0, Math.floor(left + from)), Math.max(0, Math.floor(top + scrollY))]
    return { x, y, width: Math.ceil(right + from) - x, height: Math.ceil(bottom + scrollY) - y }
  }
}

/** Scrolls through the document until the end or `maxHeight` has been in view. The page is notified in each frame. */
export async function passThrough(maxHeight: number): Promise<void> {
  const maxSteps = 100
  for (let step = 1; step <= maxSteps; step++) {
    const top = step * innerHeight
    if (top >= Math.min(maxHeight, document.scrollingElement?.scrollHeight ?? 0)) return
    scrollTo({ top, left: 0, behavior: 'instant' })
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
}
