/** The other versions of a page that its `link` elements name: in other languages, as feeds. */

import type { Element } from 'domhandler'
import type { Metadata } from '../../contract/metadata.ts'
import { CharacterBudget } from '../../document/character-budget.ts'
import type { Document } from '../../document/document.ts'
import { withoutInvisible } from '../../visibility/invisible-characters.ts'

/** What these `link` elements name. A long `<base>` is in each of their URLs: throws response_too_large. */
export function readAlternates(links: readonly Element[], document: Document): Metadata['alternates'] {
  const budget = new CharacterBudget(document)
  return links.flatMap((link) => {
    const url = linkedUrl(link, document)
    if (!url) return []
    const { hreflang, type, title } = link.attribs
    const alternate = { url: url.href, hreflang: textOf(hreflang), type: textOf(type), title: textOf(title) }
    for (const text of Object.values(alternate)) budget.take(text?.length ?? 0)
    return [alternate]
  })
}

/** The absolute URL of a `link`; null when it has none, or a script or data in its place. */
export function linkedUrl({ attribs }: Element, document: Document): URL | null {
  const url = (attribs.href ?? '').trim() === '' ? null : URL.parse(attribs.href ?? '', document.baseUrl)
  return url?.protocol === 'javascript:' || url?.protocol === 'data:' ? null : url
}

function textOf(attribute = ''): string | null {
  return withoutInvisible(attribute).trim() || null
}
