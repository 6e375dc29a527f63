/** Opens documents in a real browser, where a test calls the functions that are sent to pages. */

import { toSource } from '../../../src/render/in-page/expression.ts'
import { sharedChromium } from '../../chromium.ts'

export interface DocumentBrowser extends AsyncDisposable {
  /**
   * Returns the value of an expression in a new document with this body. `parts` are the functions and values that it uses, by name:
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
      const definitions = Object.entries(parts).map(([name, part]) => `const ${name} = ${toSource(part)}`)
      return page.evaluate(`(() => { ${definitions.join('\n')}\n return ${expression} })()`)
    },
    [Symbol.asyncDispose]: () => page.close(),
  }
}

/** Imports a page function by URL: the one with this name, or the only one of its file. A static import would bring the browser's types into this program. */
// biome-ignore lint/suspicious/noExplicitAny: its parameters have browser types
export async function importInPage(path: string, name?: string): Promise<any> {
  const module = await import(new URL(`../../../src/render/in-page/${path}`, import.meta.url).href)
  return name === undefined ? Object.values(module)[0] : module[name]
}
