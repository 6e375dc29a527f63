/** Pseudo-classes that replace css-select's own: those that it evaluates slowly or differently from browsers, or doesn't support. */

import type { Element } from 'domhandler'
import { directionPseudo } from './direction.ts'
import { formPseudos } from './form-states.ts'
import { isHtmlElement } from './html-element.ts'
import { languagePseudo } from './language.ts'
import { positionPseudos } from './nth.ts'
import { untouchedPseudos } from './selector-syntax.ts'

type PagePseudo = (element: Element, argument?: string | null) => boolean

/** Valid for only one selection, because the tests cache their counts. */
export function pagePseudos(): Map<string, PagePseudo> {
  return new Map<string, PagePseudo>([
    ...Object.entries(positionPseudos()),
    ...Object.entries(formPseudos()),
    ...untouchedPseudos.map((name) => [name, nothing] as const),
    ['any-link', isLink],
    ['link', isLink],
    ['defined', isDefined],
    ['dir', directionPseudo()],
    ['lang', languagePseudo()],
  ])
}

function nothing(_: Element): boolean {
  return false
}

/** Includes SVG's `a`, but not `link`. */
function isLink({ name, attribs }: Element): boolean {
  return (name === 'a' || name === 'area') && 'href' in attribs
}

/** HTML elements with a hyphen in their name are defined only by scripts. */
function isDefined(element: Element): boolean {
  return !element.name.includes('-') || !isHtmlElement(element)
}
