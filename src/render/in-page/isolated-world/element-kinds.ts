/** Classifies elements by name and attributes, regardless of the page's styles. */

export function createElementKinds() {
  return {
    media: /^(?:img|video|audio|canvas|svg|iframe|object|embed|input|button|select|textarea|meter|progress|math)$/,
    /** Names of elements whose content visitors don't see. */
    unread: /^(?:script|style|noscript|template|title|head|link|meta|base|param|source|track|map|area|col|colgroup)$/,
    noBox: /^(?:br|wbr|hr|option|optgroup)$/,
    rawText: /^(?:textarea|xmp|plaintext|iframe|noembed|noframes)$/,
    isForeign,

    /** True if a script shows the image once the image has loaded. The renderer doesn't load images. */
    isLazyImage(element: Element): boolean {
      if (!/^(?:img|picture)$/.test(element.localName)) return false
      return (
        /lazy|load/i.test(element.className) ||
        element.getAttributeNames().some((name) => /^data-.*(?:src|lazy)/.test(name))
      )
    },

    /** True for parts of an SVG that are drawn only where they are referenced, and that the document doesn't reference. */
    isUnusedDefinition(element: Element): boolean {
      if (!isForeign(element)) return false
      return (
        element.closest('defs, symbol, clipPath, mask, pattern, marker') !== null &&
        !element.ownerDocument.querySelector('use')
      )
    },
  }

  /** True outside the HTML namespace, where `title` is not the page's title. */
  function isForeign(element: Element): boolean {
    return element.namespaceURI !== 'http://www.w3.org/1999/xhtml'
  }
}
