/** Shows how busy a page is: changes to its document, animations, and what it says itself. */

/**
 * Counts changes to the document. A change counts if it gives a node more children than ever before, or is one of the first replacements in
 * that node.
 */
export function watchChanges() {
  const countedTicks = 30
  const strictlyCountedTicks = 5
  const places = new WeakMap<Node, { size: number; largest: number; ticks: number }>()

  const observer = new MutationObserver((records) => {
    const growth = new Map<Node, number>()
    for (const { type, target, addedNodes, removedNodes } of records) {
      growth.set(
        target,
        (growth.get(target) ?? 0) + (type === 'childList' ? addedNodes.length - removedNodes.length : 0),
      )
    }
    for (const [target, difference] of growth) {
      const place = places.get(target) ?? { size: 0, largest: 0, ticks: 0 }
      places.set(target, place)
      place.size += difference
      if (place.size > place.largest) {
        place.largest = place.size
        watch.changes++
        watch.strictChanges++
      } else {
        place.ticks++
        if (place.ticks <= countedTicks) watch.changes++
        if (place.ticks <= strictlyCountedTicks) watch.strictChanges++
      }
    }
  })
  const watch = { changes: 0, strictChanges: 0, stop: () => observer.disconnect() }
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  return watch
}

/**
 * Finishes finite animations, which follow the display's clock instead of virtual time, so that scripts that wait for their end continue.
 * Returns the number of elements animated for the first time, and adds them to `finished`: repeated movement isn't a change.
 */
export function finishAnimations(finished: WeakSet<Element>): number {
  const maxAnimations = 300
  const maxDelayMs = 60_000
  let fresh = 0
  for (const animation of document.getAnimations().slice(0, maxAnimations)) {
    const { effect, playState, timeline } = animation
    if (playState !== 'running' || timeline !== document.timeline) continue
    if (effect?.getComputedTiming().endTime === Infinity || Number(effect?.getTiming().delay) > maxDelayMs) continue
    // Every effect of a document's animations is a KeyframeEffect.
    const target = (effect as KeyframeEffect | null)?.target
    if (target && !finished.has(target)) {
      finished.add(target)
      fresh++
    }
    try {
      animation.finish()
    } catch {}
  }
  return fresh
}

/**
 * Returns true if nothing is visible, if something visible is marked `aria-busy`, or if some text says "Loading…" or similar. Also returns
 * true if a page with little text refreshes to another page within ten seconds. A word such as "Loading" counts only on its own or before
 * dots or a number, not within a sentence.
 */
export function saysLoading(): boolean {
  const loadingWords = [
    'loading|please wait|one moment|just a moment|hold on|working|processing|preparing|generating|fetching|searching|connecting|calculating',
    'lädt|wird geladen|laden|bitte warten|chargement|patientez|cargando|espere|caricamento|attendere|carregando|aguarde|ładowanie|загрузка',
    '読み込み中|加载中|載入中|로딩',
  ].join('|')
  const loadingText = new RegExp(
    `^[^\\p{L}]*(?:${loadingWords})(?:\\s[^.…]{0,40})?(?:\\.{2,}|…|\\s*\\d+\\s*%?)\\s*$|^[^\\p{L}]*(?:${loadingWords})[^\\p{L}]*$`,
    'iu',
  )
  const maxTextLength = 60
  const maxNodes = 20000

  const { body } = document
  if (!body) return false
  for (const busy of document.querySelectorAll('[aria-busy=true]')) if (isVisible(busy)) return true
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  let words = 0
  for (let n = 0, node = walker.nextNode(); node && n < maxNodes; n++, node = walker.nextNode()) {
    const { data } = node as Text
    const text = data.slice(0, maxTextLength * 10).trim()
    const parent = node.parentElement
    if (text === '' || !parent || /^(?:script|style|noscript|template)$/.test(parent.localName)) continue
    words += text.split(/\s+/).length
    if (text.length <= maxTextLength && loadingText.test(text) && isVisible(parent)) return true
  }
  if (words > 0) return words < 50 && sendsOn()
  return !document.querySelector('canvas, svg, img, video, iframe, frame, object, embed') && !hasShadowTree()

  /** Uses the same limits as fetch/body/page-refresh.ts. */
  function sendsOn(): boolean {
    const { content = '' } = document.querySelector<HTMLMetaElement>('meta[http-equiv=refresh i]') ?? {}
    const [, delay, target] = /^\s*(\d+)[^;,]*[;,]\s*(?:url\s*=\s*)?["']?\s*([^"'#]+)/i.exec(content) ?? []
    const next = target === undefined ? null : URL.parse(target.trim(), document.baseURI)
    return next !== null && Number(delay) <= 10 && next.href !== location.href.split('#')[0]
  }

  function hasShadowTree(): boolean {
    for (const element of body.getElementsByTagName('*')) if (element.shadowRoot) return true
    return false
  }

  function isVisible(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
}
