/** `:lang` for css-select: compares the language of an element with the ranges of the selector. */

import type { Element } from 'domhandler'
import { isElement } from '../traverse.ts'

/** Test of an element against `en, "pt-BR"`: its own `lang`, or the nearest one above; `en` covers `en-US`. */
export function languagePseudo(): (element: Element, ranges?: string | null) => boolean {
  const known = new WeakMap<Element, string>()

  function languageOf(element: Element): string {
    const { parent } = element
    const found =
      known.get(element) ??
      element.attribs.lang?.toLowerCase() ??
      (parent && isElement(parent) ? languageOf(parent) : '')
    known.set(element, found)
    return found
  }

  return (element, ranges) => {
    const language = languageOf(element)
    return (ranges ?? '').split(',').some((range) => {
      const wanted = range
        .trim()
        .replace(/^["']|["']$/g, '')
        .toLowerCase()
      return wanted !== '' && (language === wanted || language.startsWith(`${wanted}-`))
    })
  }
}
