/**
 * HTML of a page without anything that acts: what a frame is given to show. The frame's sandbox and policy hold by themselves; this
 * keeps its links from leading the frame astray, and gives pictures, which are not loaded, their words.
 */

import { trustedHtml } from './trusted-types.ts'

const removed =
  'script,style,link,meta,base,title,iframe,frame,frameset,object,embed,template,svg,canvas,dialog,map,noscript'

const kept = new Set([
  'title',
  'lang',
  'dir',
  'colspan',
  'rowspan',
  'start',
  'checked',
  'open',
  'align',
  'value',
  'label',
])

/** The content of a body, as HTML. */
export function neutralize(html: string): string {
  const document = new DOMParser().parseFromString(trustedHtml(html), 'text/html')
  for (const element of document.querySelectorAll(removed)) element.remove()
  for (const media of document.querySelectorAll('img,video,audio,picture')) media.replaceWith(wordsOf(media))
  for (const element of document.body.querySelectorAll('*')) neutralizeElement(element)
  return document.body.innerHTML
}

function neutralizeElement(element: Element): void {
  const address = element.getAttribute('href')
  const isTickBox = element.getAttribute('type') === 'checkbox'
  for (const { name } of [...element.attributes]) {
    const isOwnId = name === 'id' && /^h-\d+$/.test(element.id)
    if (!kept.has(name) && !isOwnId) element.removeAttribute(name)
  }
  if (element.localName === 'a' && address) element.setAttribute('title', address)
  if (!/^(input|button|select|textarea)$/.test(element.localName)) return
  element.setAttribute('disabled', '')
  if (isTickBox) element.setAttribute('type', 'checkbox')
}

/** A picture's description in its place; one without words leaves a mark. */
function wordsOf(media: Element): Element {
  const picture = media.localName === 'picture' ? (media.querySelector('img') ?? media) : media
  const words = media.ownerDocument.createElement('samp')
  words.textContent = picture.getAttribute('alt')?.trim() || (media.localName === 'img' ? 'picture' : media.localName)
  return words
}
