/** Markdown as HTML, for a frame: headings can be jumped to, and links are told apart from the text. */

import { Marked, type Tokens } from 'marked'

export interface RenderedMarkdown {
  html: string
  links: readonly { url: string; text: string }[]
}

/** `offset` is where the piece starts in the whole text: a heading's id is made of its own. */
export function renderMarkdown(markdown: string, offset: number): RenderedMarkdown {
  const links: { url: string; text: string }[] = []
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(markdown)
  const ids = new Map<unknown, string>()
  let at = offset
  for (const token of tokens) {
    if (token.type === 'heading') ids.set(token, `h-${at}`)
    at += token.raw.length
  }
  marked.use({
    renderer: {
      heading(token: Tokens.Heading) {
        const id = ids.get(token)
        const tag = `h${token.depth}`
        return `<${tag}${id ? ` id="${id}"` : ''}>${this.parser.parseInline(token.tokens)}</${tag}>\n`
      },
    },
    walkTokens(token) {
      if (token.type === 'link') links.push({ url: String(token.href), text: String(token.text) })
    },
  })
  marked.walkTokens(tokens, marked.defaults.walkTokens ?? (() => {}))
  return { html: marked.parser(tokens), links }
}
