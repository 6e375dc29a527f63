/** Reads the alternate versions of a page that its `link` elements list: other languages and feeds. */

import type { Element } from 'domhandler'
import type { Metadata } from '../../contract/metadata.ts'
import { resolveUrl } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'

/** Returns the versions that these `link` elements list. Throws response_too_large, since a long `<base>` is repeated in each URL. */
export function readAlternates(links: readonly Element[], document: Document): Metadata['alternates'] {
  const budget = new CharacterBudget(document)
  return links.flatMap((link) => {
    const url = resolveUrl(document, link.attribs.href)
    if (!url) return []
    const { hreflang, type, title } = link.attribs
    const alternate = { url, hreflang: textOf(hreflang), type: textOf(type), title: textOf(title) }
    for (const text of Object.values(alternate)) budget.take(text?.length ?? 0)
    return [alternate]
  })
}

function textOf(attribute = ''): string | null {
  return withoutInvisible(attribute).trim() || null
}
