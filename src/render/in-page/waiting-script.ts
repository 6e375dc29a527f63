/** Does a page say itself that it is not ready? What may still bring its content is waited for then, and not given up. */

/** Words of a page that is not ready, in the languages that most pages are written in. */
const waitingWords = [
  'loading|please wait|one moment|just a moment|hold on|working|processing|preparing|generating|fetching|searching|connecting|calculating',
  'lädt|wird geladen|laden|bitte warten|chargement|patientez|cargando|espere|caricamento|attendere|carregando|aguarde|ładowanie|загрузка',
  '読み込み中|加载中|載入中|로딩',
].join('|')

/** Part of the page's script: whether a page says that it is not ready. Words in a sentence say nothing: they stand alone, or before dots or a number. */
export const waitingScript = `
  const waitingText = /^[^\\p{L}]*(?:${waitingWords})(?:\\s[^.…]{0,40})?(?:\\.{2,}|…|\\s*\\d+\\s*%?)\\s*$|^[^\\p{L}]*(?:${waitingWords})[^\\p{L}]*$/iu
  const longestWait = 60
  const nodesLookedAt = 20000

  function isWaiting() {
    const { body } = document
    if (!body) return false
    for (const busy of document.querySelectorAll('[aria-busy=true]')) if (isVisible(busy)) return true
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    let isEmpty = true
    for (let n = 0, node = walker.nextNode(); node && n < nodesLookedAt; n++, node = walker.nextNode()) {
      const text = node.data.length > longestWait * 10 ? 'x' : node.data.trim()
      if (text === '' || !node.parentElement || /^(?:script|style|noscript|template)$/.test(node.parentElement.localName)) continue
      isEmpty = false
      if (text.length <= longestWait && waitingText.test(text) && isVisible(node.parentElement)) return true
    }
    return isEmpty && !document.querySelector('canvas, svg, img, video, iframe, frame, object, embed') && !hasShadow()
  }

  function hasShadow() {
    for (const element of document.body.getElementsByTagName('*')) if (element.shadowRoot) return true
    return false
  }

  function isVisible(element) {
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
`
