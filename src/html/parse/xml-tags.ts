/** Normalizes tag names in XHTML: removes prefixes for the HTML, SVG and MathML namespaces. */

import { html as names, type Token } from 'parse5'

const namespaces = new Set<string>([names.NS.HTML, names.NS.SVG, names.NS.MATHML])

export class XmlTags {
  /** Prefixes from all declarations read so far, regardless of scope, because no real page uses one prefix for two namespaces. */
  readonly #prefixes = new Set<string>()

  begin(tag: Token.TagToken): void {
    for (const { name, value } of tag.attrs) {
      const prefix = /^xmlns:([a-z][\w-]{0,30})$/.exec(name)?.[1]
      if (prefix !== undefined && namespaces.has(value.trim())) this.#prefixes.add(prefix)
    }
    this.end(tag)
  }

  end(tag: Token.TagToken): void {
    const colon = tag.tagName.indexOf(':')
    if (colon === -1 || !this.#prefixes.has(tag.tagName.slice(0, colon))) return
    tag.tagName = tag.tagName.slice(colon + 1)
    tag.tagID = names.getTagID(tag.tagName)
  }
}
