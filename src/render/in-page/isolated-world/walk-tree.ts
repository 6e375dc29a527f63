/** Walks a document's elements and text nodes in order. Avoids recursion, because a page may be nested too deeply for the stack. */

interface TreeVisitor {
  visitElement(element: Element): boolean
  visitText(text: Text): void
}

/** Visits the root and its descendants. Doesn't visit shadow trees or frames, which are separate trees. */
export function walkTree(root: Element | ShadowRoot, visitor: TreeVisitor): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  if (root.nodeType === Node.ELEMENT_NODE && !visitor.visitElement(root as Element)) return
  let isEntered = true
  for (;;) {
    let node: Node | null = isEntered ? walker.nextNode() : walker.nextSibling()
    // Skips the subtree of an element that isn't entered, because a TreeWalker has no method for that.
    while (!node && !isEntered && walker.parentNode()) {
      if (walker.currentNode === root) return
      node = walker.nextSibling()
    }
    if (!node) return
    isEntered = node.nodeType !== Node.ELEMENT_NODE || visitor.visitElement(node as Element)
    if (node.nodeType === Node.TEXT_NODE) visitor.visitText(node as Text)
  }
}
