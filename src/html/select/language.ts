/** `:lang` for css-select: compares the language of an element with the selector's ranges. */

import type { Element } from 'domhandler'
import { isElement } from '../traverse.ts'

/** Tests an element against `en, "pt-BR"`, using its own `lang` or the nearest ancestor's. `en` covers `en-US`. */
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
      return isInRange(language, wanted)
    })
  }
}

/** Extended filtering: `en` covers `en-US`, `*-CH` both `de-CH` and `fr-Latn-CH`. @see RFC 4647, 3.3.2 */
function isInRange(language: string, range: string): boolean {
  if (language === '' || range === '') return language === range
  const [first, ...wanted] = range.split('-')
  const [primary, ...subtags] = language.split('-')
  if (first !== '*' && first !== primary) return false
  let at = 0
  for (const subtag of wanted) {
    if (subtag === '*') continue
    while (at < subtags.length && subtags[at] !== subtag && (subtags[at]?.length ?? 0) > 1) at++
    if (subtags[at++] !== subtag) return false
  }
  return true
}
