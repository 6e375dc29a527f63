/** Three third-party markdown parsers that render HTML. */

import { HtmlRenderer, Parser } from 'commonmark'
import { Marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

interface MarkdownRenderer {
  name: string
  /** True if the parser also reads GFM's tables, strikethrough, task lists and bare URLs. */
  isGfm: boolean
  render(markdown: string): string
}

const parser = new Parser()
const writer = new HtmlRenderer()
const marked = new Marked({ gfm: true, async: false })
const micromarkOptions = {
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
}

export const renderers: readonly MarkdownRenderer[] = [
  { name: 'commonmark', isGfm: false, render: (markdown) => writer.render(parser.parse(markdown)) },
  { name: 'micromark', isGfm: true, render: (markdown) => micromark(markdown, micromarkOptions) },
  { name: 'marked', isGfm: true, render: (markdown) => marked.parse(markdown) as string },
]
