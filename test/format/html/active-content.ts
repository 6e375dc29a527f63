/** Finds parts of HTML that would run, style or redirect when parse5 parses them again, in every context that has its own rules. */

import { type DefaultTreeAdapterTypes as Nodes, parse, parseFragment } from 'parse5'

/** Contexts that a fragment may be inserted into. */
const contexts = [
  ...['<body>', '<svg>', '<svg><desc>', '<svg><foreignObject>', '<svg><title>', '<math>', '<math><mtext>'],
  ...[
    '<math><annotation-xml encoding="text/html">',
    '<table>',
    '<table><tr><td>',
    '<select>',
    '<template>',
    '<noscript>',
  ],
]

/** Returns every finding once: `img onerror`, `script`, `a href=javascript:`. Empty if nothing is active. */
export function activeContent(html: string, places: readonly string[] = contexts): string[] {
  const found = new Set<string>()
  for (const scriptingEnabled of [true, false]) {
    judge(parse(html, { scriptingEnabled }), found)
    for (const context of places) judge(parse(`<!doctype html>${context}${html}`, { scriptingEnabled }), found)
    judge(parseFragment(html, { scriptingEnabled }), found)
  }
  return [...found]
}

const activeElements = new Set([
  ...['script', 'style', 'object', 'embed', 'applet', 'base', 'animate', 'animatetransform', 'animatemotion'],
  ...['xmp', 'plaintext', 'noembed', 'noframes', 'template'],
])
const mediaData = /^data:(?:image|audio|video|font)\/[\w.+-]+[;,]/i

function judge(root: Nodes.Node, found: Set<string>): void {
  const nodes: Nodes.Node[] = [root]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if ('content' in node) nodes.push(node.content)
    if ('childNodes' in node) nodes.push(...node.childNodes)
    if (node.nodeName === '#comment') found.add('comment')
    if ('attrs' in node) judgeElement(node, found)
  }
}

function judgeElement({ tagName, attrs }: Nodes.Element, found: Set<string>): void {
  // Elements of the context itself.
  const isContext = tagName === 'template' && attrs.length === 0
  if (activeElements.has(tagName.toLowerCase()) && !isContext) found.add(tagName)
  const value = (name: string) => attrs.find((attr) => attr.name === name)?.value ?? ''
  if (tagName === 'link' && /(?:^|\s)stylesheet(?:\s|$)/i.test(value('rel'))) found.add('link stylesheet')
  if (tagName === 'meta' && /refresh|set-cookie/i.test(value('http-equiv'))) found.add('meta refresh')
  for (const attr of attrs) {
    const name = attr.name.toLowerCase()
    if (name.startsWith('on') || name.startsWith('shadowroot')) found.add(`${tagName} ${name}`)
    if (['style', 'srcdoc', 'attributename', 'http-equiv=refresh'].includes(name)) found.add(`${tagName} ${name}`)
    const url = attr.value.replace(/[\0-\x20\x7f-\xa0]+/g, '')
    if (/^(?:javascript|vbscript):/i.test(url)) found.add(`${tagName} ${name}=script`)
    const isUrl = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'].includes(name)
    if (isUrl && /^data:/i.test(url) && (!mediaData.test(url) || /^[^,;]*xml/i.test(url)))
      found.add(`${tagName} ${name}=data`)
  }
}
