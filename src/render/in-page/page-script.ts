/** What runs inside the page, in a world of its own that the page's scripts can't reach: watching the document, reading it. */

import { consentScript } from './consent-script.ts'
import { seenScript } from './seen-script.ts'
import { waitingScript } from './waiting-script.ts'

/** Name of the isolated world; only the browser and this process see it. */
export const worldName = 'gleaner'

/** What `peek` tells. */
export interface Glimpse {
  /** Changes of the document so far that brought something; what ticks in place is counted a while. */
  changes: number
  /** The same, less patient with what ticks in place. */
  news: number
  /** Times that the document changed in any way. */
  stirs: number
  /** Whether something waits to be seen: an intersection observer, a lazy iframe. */
  lazy: boolean
  /** Whether the page itself says that it is not ready: "Loading…", `aria-busy`, no text at all. Told once nothing changes. */
  waits: boolean
  /** Whether it reads from a store of the browser, which the page's clock does not wait for. */
  stores: boolean
  /** Addresses of the shared workers that it has started. */
  sharedWorkers: string[]
  /** Heights of the document and of the window, in CSS pixels. */
  height: number
  windowHeight: number
}

/** What `read` tells. */
export interface Reading {
  /** The document with its open shadow roots and same-origin iframes; null when it is longer than the limit. */
  html: string | null
  url: string
  contentType: string
  /** Length of the text that was left out because it can't be seen; null where nobody has judged that. */
  unseenLength: number | null
}

export const peek = 'gleaner.peek()'
export const reach = 'gleaner.reach()'
/** With `onlySeen` the script that judges is sent along: no other document pays for it. */
export const read = (maxChars: number, onlySeen: boolean) =>
  `gleaner.read(${maxChars}, ${onlySeen ? seenScript : 'null'})`

/**
 * Run at the start of every document. A change counts when a place grows beyond what it ever held, or is one of the first
 * few replacements there: data that arrives is seen, a clock is not.
 */
const watching = `
  const ticksCounted = 30
  const ticksOfNews = 5
  const places = new WeakMap()
  let changes = 0
  let news = 0
  let stirs = 0
  let hasWatcher = false
  let stores = false
  const sharedWorkers = []
  document.addEventListener('gleaner:watcher', () => { hasWatcher = true })
  document.addEventListener('gleaner:store', () => { stores = true })
  document.addEventListener('gleaner:shared-worker', ({ detail }) => { sharedWorkers.push(String(detail)) })
  const observer = new MutationObserver((records) => {
    stirs++
    const batch = new Map()
    for (const { type, target, addedNodes, removedNodes } of records) {
      batch.set(target, (batch.get(target) ?? 0) + (type === 'childList' ? addedNodes.length - removedNodes.length : 0))
    }
    for (const [target, difference] of batch) {
      const place = places.get(target) ?? { size: 0, most: 0, ticks: 0 }
      places.set(target, place)
      place.size += difference
      if (place.size > place.most) {
        place.most = place.size
        changes++
        news++
      } else {
        place.ticks++
        if (place.ticks <= ticksCounted) changes++
        if (place.ticks <= ticksOfNews) news++
      }
    }
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })

  let peekedAt = -1
  function peek() {
    finishAnimations()
    const { scrollHeight = 0 } = document.scrollingElement ?? document.documentElement ?? {}
    const lazy = hasWatcher || document.querySelector('iframe[loading=lazy]') !== null
    const waits = news === peekedAt && isWaiting()
    peekedAt = news
    return { changes, news, stirs, lazy, waits, stores, sharedWorkers, height: scrollHeight, windowHeight: innerHeight }
  }

  // What ends by itself has ended, and who waits for that is told: it follows the display, which the page's clock does not move.
  const mostAnimations = 300
  const finished = new WeakSet()
  function finishAnimations() {
    for (const animation of document.getAnimations().slice(0, mostAnimations)) {
      const { effect, playState, timeline } = animation
      if (playState !== 'running' || timeline !== document.timeline || effect?.getComputedTiming().endTime === Infinity) continue
      // What moves again and again in one place is no news.
      if (effect?.target && !finished.has(effect.target)) {
        finished.add(effect.target)
        changes++
      }
      try { animation.finish() } catch {}
    }
  }

  // The window is as tall as the document by now: whoever listens for scrolling is at the end.
  function reach() {
    scrollTo(0, document.documentElement?.scrollHeight ?? 0)
    document.dispatchEvent(new Event('scroll', { bubbles: true }))
  }
`

/**
 * Without shadow roots and iframes the document's own serialisation is it. With them they are written where a visitor
 * sees them: a host holds its shadow tree with the slots filled, an iframe becomes a block with its body.
 */
const reading = `
  function read(maxChars, keepSeen) {
    observer.disconnect()
    const facts = { url: location.href, contentType: document.contentType, unseenLength: null }
    try { clearTheView() } catch {}
    try { if (keepSeen) facts.unseenLength = keepSeen(frameBody) } catch {}
    const root = document.documentElement
    if (!root) return { ...facts, html: '' }
    const html = doctype() + (isPlain(root) ? root.outerHTML : flatten(root).outerHTML)
    return { ...facts, html: html.length > maxChars ? null : html }
  }

  const doctype = () => (document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '')

  function isPlain(root) {
    for (const element of root.getElementsByTagName('*')) {
      if (element.shadowRoot || frameBody(element)) return false
    }
    return true
  }

  function frameBody(element) {
    if (!/^(?:iframe|frame|object)$/.test(element.localName)) return null
    let body = null
    try { body = element.contentDocument?.body ?? null } catch {}
    if (!body || !body.hasChildNodes()) return null
    const { width, height } = element.getBoundingClientRect()
    return width > 10 && height > 10 ? body : null
  }

  const maxDepth = 512

  // In a document without a window nothing that is copied runs, loads or is upgraded.
  function flatten(root) {
    const inert = document.implementation.createHTMLDocument('')
    const copy = (node, inFrame, depth) => {
      const made = inert.importNode(node, false)
      if (node.nodeType !== Node.ELEMENT_NODE) return made
      const body = frameBody(node)
      if (body) {
        const block = inert.createElement('div')
        append(block, body.childNodes, true, depth)
        return block
      }
      if (inFrame) makeAbsolute(node, made)
      if (node.localName === 'template') made.innerHTML = node.innerHTML
      else append(made, node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes, inFrame, depth)
      return made
    }
    const append = (parent, nodes, inFrame, depth) => {
      if (depth >= maxDepth) return
      for (const node of nodes) {
        if (node.localName === 'slot' && node.getRootNode() instanceof ShadowRoot) {
          const given = node.assignedNodes({ flatten: true })
          append(parent, given.length > 0 ? given : node.childNodes, inFrame, depth + 1)
        } else parent.append(copy(node, inFrame, depth + 1))
      }
    }
    return copy(root, false, 0)
  }

  // The addresses in a frame are relative to the frame.
  function makeAbsolute(from, to) {
    for (const name of ['href', 'src', 'action']) {
      if (from.hasAttribute(name) && typeof from[name] === 'string') to.setAttribute(name, from[name])
    }
  }
`

export const pageScript = `(() => {
  if (globalThis.gleaner) return
  ${watching}
  ${waitingScript}
  ${consentScript}
  ${reading}
  globalThis.gleaner = { peek, reach, read }
})()`
