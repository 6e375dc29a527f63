/** Checks an element for images. */

import type { Element } from 'domhandler'
import { hasElement } from '../../../html/traverse.ts'

const pictureTags = new Set(['img', 'g-img'])

/** True if there is an image below `root`. */
export function containsPicture(root: Element): boolean {
  return hasElement(root, ({ name }) => pictureTags.has(name))
}
