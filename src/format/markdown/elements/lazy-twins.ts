/** Which image in a `noscript` stands for an image that a script is to load? */

import type { Element } from 'domhandler'
import { isElement, textOf } from '../../../document/traverse.ts'

const wrappers = new Set(['div', 'span', 'a', 'picture', 'figure'])

/** The image that browsers without scripts show in this one's place: its real address. Null where none stands beside it. */
export function twinOf(image: Element): Element | null {
  let around = image
  for (let level = 0; level < 3; level++) {
    let found: Element | null = null
    for (const near of [...beside(around, 'next', 2), ...beside(around, 'prev', 1)]) {
      const twin = near.name === 'noscript' ? imageIn(near) : null
      if (!twin || !mayBeSame(image, twin)) continue
      if (twin.attribs.alt === image.attribs.alt) return twin
      found ??= twin
    }
    if (found) return found
    const { parent } = around
    if (!parent || !isElement(parent) || !wrappers.has(parent.name) || parent.children.length > 12) return null
    around = parent
  }
  return null
}

/** True for a `noscript` whose image is told where its lazy twin stands. */
export function hasLazyTwin(noscript: Element, told: ReadonlySet<unknown>): boolean {
  const image = imageIn(noscript)
  if (image && told.has(image)) return true
  return [...beside(noscript, 'prev', 1), ...beside(noscript, 'next', 1)].some(
    ({ name }) => name === 'img' || name === 'picture',
  )
}

/** The nearest elements on one side. */
function beside(element: Element, side: 'prev' | 'next', count: number): Element[] {
  const found: Element[] = []
  let seen = 0
  for (let node = element[side]; node && found.length < count && seen < 6; node = node[side], seen++) {
    if (isElement(node)) found.push(node)
  }
  return found
}

/** The only image of a `noscript` that holds nothing else. */
function imageIn(noscript: Element): Element | null {
  const [first, ...others] = noscript.children.filter(isElement)
  if (!first || others.length > 0) return null
  const image = first.name === 'img' ? first : first.children.filter(isElement).find(({ name }) => name === 'img')
  return image && textOf(first) === '' ? image : null
}

function mayBeSame(image: Element, twin: Element): boolean {
  const [alt, other] = [image.attribs.alt ?? '', twin.attribs.alt ?? '']
  return alt === '' || other === '' || alt === other
}
