/** Opens documents in a real browser, where a test calls the functions that are sent to pages. */

import { sharedChromium } from '../../chromium.ts'

export interface DocumentBrowser extends AsyncDisposable {
  /**
   * Returns the value of an expression in a new document with this body. `parts` are the functions that it uses, by name:
   * `evaluate('<p>a', 'one(two)', { one, two })`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the expression
  evaluate(body: string, expression: string, parts: Record<string, any>): Promise<any>
}

export async function openDocumentBrowser(): Promise<DocumentBrowser> {
  const page = await (await sharedChromium()).newPage({ viewport: { width: 1280, height: 800 } })
  return {
    async evaluate(body, expression, parts) {
      await page.setContent(`<!DOCTYPE html><title>T</title><body>${body}`)
      const definitions = Object.entries(parts).map(([name, part]) => `const ${name} = ${part}`)
      return page.evaluate(`(() => { ${definitions.join('\n')}\n return ${expression} })()`)
    },
    [Symbol.asyncDispose]: () => page.close(),
  }
}

/** Imports the page functions of a file by URL. A static import would bring the browser's types into this program. */
// biome-ignore lint/suspicious/noExplicitAny: their parameters have browser types
export async function importInPage(file: string): Promise<any> {
  return { ...(await import(new URL(`../../../src/render/in-page/${file}`, import.meta.url).href)) }
}
