/** Finds, in `noscript` elements, images that have the real URL of an image loaded by a script. */

import type { Element } from 'domhandler'
import { isElement, textOf } from './traverse.ts'

const wrappers = new Set(['div', 'span', 'a', 'picture', 'figure'])

/**
 * Returns the replacement for `image` in a `noscript` near the image; null if there isn't one. If both images have an `alt`, the `alt` must
 * be the same.
 * @example
 * const { elements } = parseDocument('<img data-src="a"><noscript><img src="a.jpg"></noscript>', 'https://example.com/')
 * replacementOf(elements.named('img')[0])?.attribs.src // 'a.jpg'
 */
export function replacementOf(image: Element): Element | null {
  let around = image
  for (let level = 0; level < 3; level++) {
    let found: Element | null = null
    for (const near of [...elementsBeside(around, 'next', 2), ...elementsBeside(around, 'prev', 1)]) {
      const other = near.name === 'noscript' ? onlyImageIn(near) : null
      if (!other || !mayBeSame(image, other)) continue
      if (other.attribs.alt === image.attribs.alt) return other
      found ??= other
    }
    if (found) return found
    const { parent } = around
    if (!parent || !isElement(parent) || !wrappers.has(parent.name) || parent.children.length > 12) return null
    around = parent
  }
  return null
}

/** True for a `noscript` whose image is already in the output, or which is next to an image that it replaces. */
export function replacesImageBeside(noscript: Element, written: ReadonlySet<unknown>): boolean {
  const image = onlyImageIn(noscript)
  if (image && written.has(image)) return true
  return [...elementsBeside(noscript, 'prev', 1), ...elementsBeside(noscript, 'next', 1)].some(
    ({ name }) => name === 'img' || name === 'picture',
  )
}

function elementsBeside(element: Element, side: 'prev' | 'next', max: number): Element[] {
  const found: Element[] = []
  let read = 0
  for (let node = element[side]; node && found.length < max && read < 6; node = node[side], read++) {
    if (isElement(node)) found.push(node)
  }
  return found
}

function onlyImageIn(noscript: Element): Element | null {
  const [first, ...others] = noscript.children.filter(isElement)
  if (!first || others.length > 0) return null
  const image = first.name === 'img' ? first : first.children.filter(isElement).find(({ name }) => name === 'img')
  return image && textOf(first) === '' ? image : null
}

function mayBeSame(image: Element, other: Element): boolean {
  const [alt, otherAlt] = [image.attribs.alt ?? '', other.attribs.alt ?? '']
  return alt === '' || otherAlt === '' || alt === otherAlt
}
