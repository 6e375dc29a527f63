/** Tells whether an element has a picture. */

import type { Element } from 'domhandler'
import { hasElement } from '../../../html/traverse.ts'

const pictureTags = new Set(['img', 'g-img'])

/** Whether an image is below `root`. */
export function containsPicture(root: Element): boolean {
  return hasElement(root, ({ name }) => pictureTags.has(name))
}
