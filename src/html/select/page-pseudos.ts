/** The pseudo-classes that stand in place of css-select's own: what it counts slowly, answers otherwise than browsers do, or does not know. */

import type { Element } from 'domhandler'
import { directionPseudo } from './direction.ts'
import { formPseudos } from './form-states.ts'
import { isHtmlElement } from './html-element.ts'
import { languagePseudo } from './language.ts'
import { positionPseudos } from './nth.ts'
import { untouchedPseudos } from './selector-syntax.ts'

type PagePseudo = (element: Element, argument?: string | null) => boolean

/** For one selection: they remember what they have counted. */
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

/** Also the `a` of SVG; `link` is none. */
function isLink({ name, attribs }: Element): boolean {
  return (name === 'a' || name === 'area') && 'href' in attribs
}

/** Elements of HTML with a hyphen are a script's to define. */
function isDefined(element: Element): boolean {
  return !element.name.includes('-') || !isHtmlElement(element)
}
