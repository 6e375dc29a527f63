/**
 * Removes everything active from a page's HTML before a frame shows it. The frame's sandbox and policy don't rely on this. Keeps links from
 * navigating the frame, and replaces images, which don't load, with their descriptions.
 */

import { trustedHtml } from './trusted-types.ts'

const removed =
  'script,style,link,meta,base,title,iframe,frame,frameset,object,embed,template,svg,canvas,dialog,map,noscript'

const keptAttributes = new Set('title lang dir colspan rowspan start checked open align value label'.split(' '))

/** Returns the content of a body, as HTML. */
export function neutralize(html: string): string {
  const document = new DOMParser().parseFromString(trustedHtml(html), 'text/html')
  for (const element of document.querySelectorAll(removed)) element.remove()
  for (const media of document.querySelectorAll('img,video,audio,picture')) media.replaceWith(descriptionOf(media))
  for (const element of document.body.querySelectorAll('*')) neutralizeElement(element)
  return document.body.innerHTML
}

function neutralizeElement(element: Element): void {
  const url = element.getAttribute('href')
  const isCheckbox = element.getAttribute('type') === 'checkbox'
  for (const { name } of [...element.attributes]) if (!keptAttributes.has(name)) element.removeAttribute(name)
  if (element.localName === 'a' && url) element.setAttribute('title', url)
  if (!/^(input|button|select|textarea)$/.test(element.localName)) return
  element.setAttribute('disabled', '')
  if (isCheckbox) element.setAttribute('type', 'checkbox')
}

/** Returns the image's alt text, or else the kind of media. */
function descriptionOf(media: Element): Element {
  const image = media.localName === 'picture' ? (media.querySelector('img') ?? media) : media
  const description = media.ownerDocument.createElement('samp')
  description.textContent = image.getAttribute('alt')?.trim() || (media.localName === 'img' ? 'image' : media.localName)
  return description
}
