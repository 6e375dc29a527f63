/** The pseudo-classes that stand before css-select's own: what it counts slowly, and what it does not know. */

import type { Element } from 'domhandler'
import { languagePseudo } from './language.ts'
import { positionPseudos } from './nth.ts'

/** For one selection: they remember what they have counted. */
export function pagePseudos(): Record<string, (element: Element, argument?: string | null) => boolean> {
  return { ...positionPseudos(), lang: languagePseudo() }
}
