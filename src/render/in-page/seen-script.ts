/** What of a rendered page can be seen? Told by computed styles and geometry, for pages that a language model reads. */

/**
 * A function for the page's script. Text that no visitor can see is emptied where it stands, in shadow trees and same-origin frames
 * too; returns its length. What a visitor gets to with a click or a swipe (details, tabs, what a control names, the next slide)
 * stays, so does what is fading in; when nearly all of the page is unseen, all of it stays.
 */
export const seenScript = `(frameBody) => {
  const most = 100000
  const controlled = new WeakMap()
  return keepSeen()

  function keepSeen() {
    const unseen = []
    let seenLength = 0
    let unseenLength = 0
    let looked = 0
    const states = new WeakMap()
    const look = (root) => {
      const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
      for (let node = walker.nextNode(); node && looked < most; node = walker.nextNode()) {
        looked++
        if (node.nodeType === Node.ELEMENT_NODE) {
          if (node.shadowRoot) look(node.shadowRoot)
          const body = frameBody(node)
          if (body) look(body)
          else if (/^(?:img|input|textarea)$/.test(node.localName) && !isShown(stateOf(node, states))) unseen.push(node)
          continue
        }
        const length = node.data.trim().length
        const parent = parentOf(node)
        if (length === 0 || !parent || /^(?:script|style|noscript|template|title)$/.test(parent.localName)) continue
        const state = stateOf(parent, states)
        if (isShown(state) && isLaidOut(node, state)) seenLength += length
        else {
          unseenLength += length
          unseen.push(node)
        }
      }
    }
    if (document.body) look(document.body)
    if (unseenLength > 100 && seenLength < unseenLength / 10) return 0
    for (const node of unseen) {
      if (node.nodeType === Node.TEXT_NODE) node.data = ''
      else for (const name of ['alt', 'title', 'aria-label', 'value', 'placeholder']) node.removeAttribute(name)
    }
    return unseenLength
  }

  function parentOf(node) {
    return node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null
  }

  function isShown({ shown, visible }) {
    return shown && visible
  }

  // How an element shows, with what its ancestors add. No recursion: a page may be nested deeper than the stack is.
  function stateOf(element, states) {
    const chain = []
    for (let up = element; up && !states.has(up); up = parentOf(up)) chain.push(up)
    let state = chain.length > 0 ? states.get(parentOf(chain.at(-1))) : states.get(element)
    for (const one of chain.reverse()) {
      state = judge(one, state ?? { shown: true, opens: false, moves: false, lazy: false, gradient: false, frame: null, back: 'rgb(255, 255, 255)' })
      states.set(one, state)
    }
    return state
  }

  function judge(element, above) {
    const style = element.ownerDocument.defaultView.getComputedStyle(element)
    const opens = above.opens || isOpenedByClick(element)
    const moves = above.moves || style.animationName !== 'none' || fades(style) || style.willChange !== 'auto'
    const faded = Number(style.opacity) < 0.05 || /opacity\\(0(?:\\.0\\d*)?%?\\)/.test(style.filter)
    const gone = style.display === 'none' || element.hasAttribute('hidden') || style.contentVisibility === 'hidden' || isClippedAway(style)
    const clips = /hidden|clip/.test(style.overflowX + style.overflowY) && (element.localName === 'svg' || !/^(?:inline|contents)$/.test(style.display))
    return {
      shown: opens || (above.shown && !gone && !(faded && !moves)),
      visible: opens || style.visibility === 'visible',
      opens,
      moves,
      lazy: above.lazy || style.contentVisibility === 'auto',
      gradient: above.gradient || style.webkitBackgroundClip === 'text' || style.backgroundClip === 'text',
      frame: clips ? element.getBoundingClientRect() : style.position === 'fixed' ? null : above.frame,
      back: backOf(style, above.back),
      size: parseFloat(style.fontSize),
      colour: style.webkitTextFillColor || style.color,
    }
  }

  function fades({ transitionProperty, transitionDuration }) {
    return /opacity|transform|all/.test(transitionProperty) && !/^(?:0s(?:, )?)+$/.test(transitionDuration)
  }

  // A card that opens, a tab that is not the chosen one, a list to choose from: a visitor gets there.
  function isOpenedByClick(element) {
    if (element.parentElement?.localName === 'details' || element.localName === 'select') return true
    if (element.getAttribute('role') === 'tabpanel') return true
    return element.id !== '' && controlledIn(element.ownerDocument).has(element.id)
  }

  function controlledIn(doc) {
    if (!controlled.has(doc)) {
      const named = [...doc.querySelectorAll('[aria-controls]')].flatMap((control) => control.getAttribute('aria-controls').split(/\\s+/))
      controlled.set(doc, new Set(named))
    }
    return controlled.get(doc)
  }

  function isClippedAway({ clip, clipPath, position }) {
    const [, t, r, b, l] = /^rect\\(([-\\d.]+)px, ([-\\d.]+)px, ([-\\d.]+)px, ([-\\d.]+)px\\)$/.exec(clip) ?? []
    if (t !== undefined && /absolute|fixed/.test(position) && (r - l < 2 || b - t < 2)) return true
    return /^inset\\((?:50|[6-9]\\d|100)(?:\\.\\d+)?%/.test(clipPath) || /^(?:circle|ellipse)\\(0/.test(clipPath)
  }

  // Null where nothing can be told: behind the text is a picture.
  function backOf(style, above) {
    if (style.backgroundImage !== 'none') return null
    const [, , , , alpha] = /^rgba\\((\\d+), (\\d+), (\\d+), ([\\d.]+)\\)$/.exec(style.backgroundColor) ?? []
    if (alpha === undefined) return style.backgroundColor
    return Number(alpha) < 0.1 ? above : null
  }

  // Large enough to read, within the page and its frame or near it, and of another colour than what is behind it.
  function isLaidOut(node, state) {
    if (state.opens || state.lazy) return true
    if (state.size < 3) return false
    const doc = node.ownerDocument
    const range = doc.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter((box) => box.width >= 1 && box.height >= 1)
    const { scrollX, scrollY } = doc.defaultView
    const { scrollWidth, clientWidth } = doc.documentElement
    // As far as somebody would scroll: text far to the right makes the page that wide.
    const wide = Math.min(Math.max(scrollWidth, clientWidth), 6 * clientWidth)
    const isOnPage = ({ left, right, bottom }) => right + scrollX > 0 && bottom + scrollY > 0 && left + scrollX < wide
    const seen = boxes.find((box) => (state.frame ? isOnPage(state.frame) && isInReach(box, state.frame) : isOnPage(box)))
    if (!seen) return false
    return state.gradient || !isSameColour(state.colour, state.back) || hasPictureBehind(doc, seen)
  }

  // Within a frame that cuts off, or so near that a slide or "read more" brings it in.
  function isInReach(box, frame) {
    if (frame.width < 4 || frame.height < 4) return false
    const dx = Math.max(frame.left - box.right, box.left - frame.right, 0)
    const dy = Math.max(frame.top - box.bottom, box.top - frame.bottom, 0)
    if (dx === 0 && dy === 0) return true
    return frame.width >= 60 && frame.height >= 16 && dx <= 6 * frame.width && dy <= 6 * frame.height
  }

  function isSameColour(colour, back) {
    const [, r, g, b, alpha = '1'] = /^rgba?\\((\\d+), (\\d+), (\\d+)(?:, ([\\d.]+))?\\)$/.exec(colour) ?? []
    if (r === undefined) return false
    if (Number(alpha) < 0.05) return true
    const [, r2, g2, b2] = /^rgb\\((\\d+), (\\d+), (\\d+)\\)$/.exec(back ?? '') ?? []
    return r2 !== undefined && Math.abs(r - r2) + Math.abs(g - g2) + Math.abs(b - b2) < 12
  }

  // White words on a photograph that is no ancestor of theirs, or on what a pseudo-element paints.
  function hasPictureBehind(doc, { left, top, width, height }) {
    for (const element of doc.elementsFromPoint(left + width / 2, top + height / 2)) {
      if (/^(?:img|picture|video|canvas|svg|iframe|object)$/.test(element.localName)) return true
      for (const part of ['::before', '::after']) {
        const { content, backgroundImage, backgroundColor } = doc.defaultView.getComputedStyle(element, part)
        if (content === 'none') continue
        if (backgroundImage !== 'none' || !/, 0\\)$/.test(backgroundColor)) return true
      }
      if (doc.defaultView.getComputedStyle(element).backgroundImage !== 'none') return true
    }
    return false
  }
}`
