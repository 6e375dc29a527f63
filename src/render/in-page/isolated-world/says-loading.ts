/** Detects pages whose content is worth waiting for because they say they are still loading. */

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
