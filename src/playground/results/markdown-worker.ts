/** The worker that renders markdown. It is a separate script, so that the page can terminate it. */

import { Marked } from 'marked'

const maxHtmlChars = 500_000
const marked = new Marked({ gfm: true, async: false })

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(render(data)))
postMessage('ready')

/** Returns null if the markdown is nested too deeply for the stack, or if its HTML is many times longer. */
function render(markdown: string): { html: string } | null {
  try {
    const html = String(marked.parse(markdown))
    return html.length > maxHtmlChars ? null : { html }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
