/** Starts watching a document, and installs in its isolated world the functions that this process calls. */

import type { findHiddenText, HiddenContent, HiddenTextParts } from './find-hidden-text.ts'
import type { finishAnimations } from './finish-animations.ts'
import type { flattenDocument } from './flatten-document.ts'
import type { frameBodyOf } from './frame-body.ts'
import type { hideConsentLayers } from './hide-consent-layers.ts'
import type { createFrameList } from './list-frames.ts'
import type { searchMatch } from './match-search.ts'
import type { ListedFrame, MatchAnswer, PageActivity, RenderedDocument } from './results.ts'
import type { saysLoading } from './says-loading.ts'
import type { separateDisplayedWords } from './separate-displayed-words.ts'
import type { watchChanges } from './watch-changes.ts'

/** The functions that make up the isolated world's code. Each is sent as text, so they can't import each other. */
type IsolatedWorldParts = {
  watchChanges: typeof watchChanges
  finishAnimations: typeof finishAnimations
  saysLoading: typeof saysLoading
  hideConsentLayers: typeof hideConsentLayers
  frameBodyOf: typeof frameBodyOf
  separateDisplayedWords: typeof separateDisplayedWords
  flattenDocument: typeof flattenDocument
  createFrameList: typeof createFrameList
}

/** Functions that `readDocument` needs. They are sent with that call, so documents that are never read don't have to load them. */
export type HiddenTextSearch = {
  findHiddenText: typeof findHiddenText
  parts: HiddenTextParts
}

export interface IsolatedWorld {
  measureActivity(): PageActivity
  scrollToEnd(): void
  nextFrame(): Promise<void>
  search(selector: string, search: typeof searchMatch): MatchAnswer
  listFrames(): ListedFrame[]
  frameAt(number: number): Element | null
  /** `frames`: the numbers of the frames to mark. */
  readDocument(maxChars: number, mark: string, frames: readonly number[], search: HiddenTextSearch): RenderedDocument
}

export function installIsolatedWorld(parts: IsolatedWorldParts): void {
  if ('gleaner' in globalThis) return
  const watch = parts.watchChanges()
  const frameList = parts.createFrameList()
  const animated = new WeakSet<Element>()
  let hasObserver = false
  let usesStorage = false
  let measuredAt = -1
  // The main world's code sends these events.
  document.addEventListener('gleaner:observer', () => {
    hasObserver = true
  })
  document.addEventListener('gleaner:storage', () => {
    usesStorage = true
  })

  const world: IsolatedWorld = {
    measureActivity() {
      watch.changes += parts.finishAnimations(animated)
      const { changes, strictChanges } = watch
      const saysLoading = strictChanges === measuredAt && parts.saysLoading()
      measuredAt = strictChanges
      return {
        ...{ changes, strictChanges, saysLoading, usesStorage },
        isLazy: hasObserver || document.querySelector('iframe[loading=lazy]') !== null,
        height: (document.scrollingElement ?? document.documentElement)?.scrollHeight ?? 0,
        windowHeight: innerHeight,
      }
    },

    scrollToEnd() {
      scrollTo(0, document.documentElement?.scrollHeight ?? 0)
      // A window as tall as the document doesn't scroll, so scroll listeners are called explicitly.
      document.dispatchEvent(new Event('scroll', { bubbles: true }))
    },

    nextFrame: () => new Promise((resolve) => requestAnimationFrame(() => resolve())),

    search: (selector, search) =>
      search(selector, () => {
        const isFlat = (element: Element) => !element.shadowRoot && !parts.frameBodyOf(element)
        if ([...document.getElementsByTagName('*')].every(isFlat)) return null
        const nothing = { elements: new Set<Element>(), texts: new Set<Text>() }
        return parts.flattenDocument(document.documentElement, parts.frameBodyOf, nothing, {
          name: '',
          frames: new Map(),
        })
      }),

    listFrames: frameList.list,
    frameAt: frameList.elementOf,

    readDocument(maxChars, mark, frames, search) {
      watch.stop()
      const { href: url } = location
      const { baseURI: baseUrl, contentType, doctype, documentElement: root } = document
      let hidden: HiddenContent | null = null
      try {
        parts.hideConsentLayers()
      } catch {}
      try {
        hidden = search.findHiddenText(parts.frameBodyOf, search.parts)
      } catch {}
      const keptChars = hidden?.keptChars ?? null
      if (!root) return { url, baseUrl, contentType, keptChars, html: '' }
      hidden ??= { elements: new Set(), texts: new Set(), keptChars: 0 }
      parts.separateDisplayedWords(root)
      const framed = frames.flatMap((number) => frameList.elementOf(number) ?? [])
      const marked = new Map(framed.map((element) => [element, String(frameList.numberOf(element))]))
      const html = parts.flattenDocument(root, parts.frameBodyOf, hidden, { name: mark, frames: marked })
      const whole = doctype ? `<!DOCTYPE ${doctype.name}>${html}` : html
      return { url, baseUrl, contentType, keptChars, html: whole.length > maxChars ? null : whole }
    },
  }
  Object.assign(globalThis, { gleaner: world })
}
