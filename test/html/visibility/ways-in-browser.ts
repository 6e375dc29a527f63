/** Loads the test pages in a real browser, and reads them as the renderer does. */

import { createMark, takeMarks } from '../../../src/render/frames/read-frames.ts'
import type { PageScripts } from '../../../src/render/in-page/page-api.ts'
import { sharedChromium } from '../../chromium.ts'
import { htmlPage } from '../../format/page.ts'
import type { Loader } from './ways.ts'

const { scripts }: { scripts: PageScripts } = await import(
  new URL('../../../src/render/in-page/scripts.ts', import.meta.url).href
)

export async function openWays(): Promise<{ load: Loader } & AsyncDisposable> {
  const page = await (await sharedChromium()).newPage({ viewport: { width: 1280, height: 800 } })
  return {
    async load(html) {
      // Uses a new window, because adopted sheets stay with the old one.
      await page.goto('about:blank')
      await page.setContent(html)
      const mark = createMark()
      const expression = `${scripts.isolatedWorld};${scripts.measureActivity};${scripts.readDocument({ maxChars: 1e7, mark, frames: [] })}`
      const rendered = (await page.evaluate(expression)) as { html: string; keptChars: number | null }
      if (rendered.keptChars === null) throw new Error('The search for hidden text failed')
      const { html: read, elements, texts } = takeMarks(rendered.html, mark)
      return htmlPage(read, { rendered: true, hidden: { elements, texts, keepsText: rendered.keptChars > 0 } })
    },
    [Symbol.asyncDispose]: () => page.close(),
  }
}
