/** The functions in a document's isolated world, which the page cannot see and this process calls. */

import { finishAnimations, saysLoading, watchChanges } from './activity.ts'
import { createFrameList, flattenDocument, type HiddenContent, isPlain } from './flatten-document.ts'
import { hideConsentLayers } from './hide-consent-layers.ts'
import type { DocumentReadOptions, MatchAnswer, PageActivity, RenderedDocument } from './page-api.ts'
import { separateDisplayedWords } from './separate-displayed-words.ts'

export type IsolatedWorld = ReturnType<typeof createIsolatedWorld>

/** Starts watching the document. */
export function createIsolatedWorld() {
  const watch = watchChanges()
  const frameList = createFrameList()
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

  return {
    search: searchMatch,
    listFrames: frameList.list,
    frameAt: frameList.elementOf,

    measureActivity(): PageActivity {
      watch.changes += finishAnimations(animated)
      const { changes, strictChanges } = watch
      const isLoading = strictChanges === measuredAt && saysLoading()
      measuredAt = strictChanges
      return {
        ...{ changes, strictChanges, saysLoading: isLoading, usesStorage },
        isLazy: hasObserver || document.querySelector('iframe[loading=lazy]') !== null,
        height: (document.scrollingElement ?? document.documentElement)?.scrollHeight ?? 0,
        windowHeight: innerHeight,
      }
    },

    scrollToEnd(): void {
      scrollTo(0, document.documentElement?.scrollHeight ?? 0)
      // A window as tall as the document doesn't scroll, so scroll listeners are called explicitly.
      document.dispatchEvent(new Event('scroll', { bubbles: true }))
    },

    nextFrame: () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())),

    /** `find` is sent along, so documents that are never read don't have to load it. */
    readDocument({ maxChars, mark, frames }: DocumentReadOptions, find: () => HiddenContent): RenderedDocument {
      watch.stop()
      const { href: url } = location
      const { baseURI: baseUrl, contentType, doctype, documentElement: root } = document
      let hidden: HiddenContent | null = null
      try {
        hideConsentLayers()
      } catch {}
      try {
        hidden = find()
      } catch {}
      const keptChars = hidden?.keptChars ?? null
      if (!root) return { url, baseUrl, contentType, keptChars, html: '' }
      hidden ??= { elements: new Set(), texts: new Set(), keptChars: 0 }
      separateDisplayedWords(root)
      const marked = new Map(frames.map((number) => [frameList.elementOf(number), String(number)]))
      const html = flattenDocument(root, hidden, { name: mark, frames: marked })
      const whole = doctype ? `<!DOCTYPE ${doctype.name}>${html}` : html
      return { url, baseUrl, contentType, keptChars, html: whole.length > maxChars ? null : whole }
    },
  }
}

/**
 * Searches for a match of the caller's selector. A match in the document or in a frame that scripts can reach counts, and so does a match in
 * the flattened version, which is the one that is read later. A selector that may compare each element with all others is tested element by element,
 * because `querySelector` can't be interrupted.
 */
export function searchMatch(selector: string): MatchAnswer {
  const isSlow = /:has\(|~/i.test(selector)
  try {
    if (isIn(document)) return 'found'
    const { documentElement: root } = document
    if (isPlain(root)) return 'none'
    const flat = flattenDocument(root, { elements: new Set(), texts: new Set() }, { name: '', frames: new Map() })
    // The parsed document has no window, so nothing in it runs or loads.
    return isIn(new DOMParser().parseFromString(flat, 'text/html')) ? 'found' : 'none'
  } catch (error) {
    return (error as Error).name === 'SyntaxError' ? 'unsupported' : 'none'
  }

  function isIn(within: Document): boolean {
    if (!isSlow && within.querySelector(selector)) return true
    if (isSlow) for (const element of within.getElementsByTagName('*')) if (element.matches(selector)) return true
    const frames = within.querySelectorAll<HTMLIFrameElement>('iframe, frame, object')
    return [...frames].some(({ contentDocument }) => contentDocument && isIn(contentDocument))
  }
}
