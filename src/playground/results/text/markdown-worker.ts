/** The worker that renders markdown. It is a program of its own, so that the page can end it. */

import type { RenderAnswer, RenderTask } from './render-in-worker.ts'
import { renderMarkdown } from './render-markdown.ts'

const maxHtmlChars = 500_000
const maxLinks = 1000

addEventListener('message', ({ data }: MessageEvent<RenderTask>) => answer(render(data)))
answer('ready')

function answer(message: RenderAnswer): void {
  postMessage(message)
}

/** Null for what is nested deeper than the stack, or many times as long as its markdown. */
function render({ markdown, offset }: RenderTask): RenderAnswer {
  try {
    const { html, links } = renderMarkdown(markdown, offset)
    return html.length > maxHtmlChars ? null : { html, links: links.slice(0, maxLinks) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
