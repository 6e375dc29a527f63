/** What kind of page does it say it is? Its address, Open Graph type and JSON-LD are asked, not its looks. */

import type { Document } from '../document/parse.ts'
import { isElement, isText, walk } from '../document/traverse.ts'

/** `article`: one text with a title. `thread`: posts by several people. `other`: everything else, and all that is silent. */
export type PageKind = 'article' | 'thread' | 'other'

const threadAddress =
  /(?:^https?:\/\/(?:forums?|community|discuss|discourse|answers)\.)|[/.](?:forums?|threads?|topics?|viewtopic|showthread|questions?|discussions?|community|t)(?:[/.?-]|$)/i
const threadType = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:QAPage|DiscussionForumPosting|Question)"/
const articleType = /"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:\w{0,30}Article|BlogPosting|Report|Review|LiveBlogPosting)"/

export function kindOf(document: Document): PageKind {
  if (threadAddress.test(document.url)) return 'thread'
  let kind: PageKind = 'other'
  walk(document.root, (node) => {
    if (kind === 'thread' || !isElement(node)) return kind !== 'thread'
    const { name, attribs } = node
    if (name === 'meta' && attribs.property?.toLowerCase() === 'og:type') {
      if (/^article$/i.test(attribs.content ?? '')) kind = 'article'
    } else if (name === 'script' && /ld\+json/.test(attribs.type ?? '')) {
      const text = node.children.map((child) => (isText(child) ? child.data.slice(0, 20_000) : '')).join('')
      if (threadType.test(text)) kind = 'thread'
      else if (articleType.test(text)) kind = 'article'
    }
    return true
  })
  return kind
}
