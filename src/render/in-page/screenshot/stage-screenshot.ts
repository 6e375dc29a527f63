/** Prepares a page for its screenshot: hides what covers it, and stops what moves. */

import type { measureShown } from './measure-shown.ts'
import type { ScreenshotStage, StagedPage } from './results.ts'

/** Functions that are sent together with this one. */
type StageParts = { hideConsentLayers: () => void; measureShown: typeof measureShown }

/**
 * Hides consent layers and excluded elements, stops animations, and scrolls to where the image starts. Repeated calls are harmless, so it
 * can be called until nothing is pending.
 */
export async function stageScreenshot(stage: ScreenshotStage, parts: StageParts): Promise<StagedPage> {
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
  return { isSupported, ...(await parts.measureShown(stage, element)) }

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
    parts.hideConsentLayers()
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
