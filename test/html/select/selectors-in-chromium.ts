/** Compares our selector matches with Chromium's in generated documents. */

import { parse } from 'css-what'
import fc from 'fast-check'
import type { Page } from 'playwright'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { matches } from '../../../src/html/select/match.ts'
import { checkSelector } from '../../../src/html/select/selector.ts'
import { sharedChromium } from '../../chromium.ts'
import { drawnDocument, drawnSelector } from './drawn-selectors.ts'

const selectorsEach = 40

/** Matches by name and index among all elements, or `invalid`. */
interface SelectorDifference {
  selector: string
  html: string
  here: string
  there: string
}

/** Compares this many generated documents with 40 generated selectors each. `cases` are pairs of a document and a selector. */
export async function compareWithChromium(
  documents: number,
  seed: number,
): Promise<{ cases: number; differences: SelectorDifference[] }> {
  const selectors = fc.array(drawnSelector, { minLength: selectorsEach, maxLength: selectorsEach })
  const drawn = fc.sample(fc.record({ html: drawnDocument, selectors }), { numRuns: documents, seed })
  const page = await (await sharedChromium()).newPage()
  try {
    const differences: SelectorDifference[] = []
    for (const one of drawn) differences.push(...(await differencesIn(page, one.html, one.selectors)))
    return { cases: documents * selectorsEach, differences }
  } finally {
    await page.close()
  }
}

async function differencesIn(page: Page, html: string, selectors: string[]): Promise<SelectorDifference[]> {
  await page.setContent(html, { waitUntil: 'commit' })
  const there = (await page.evaluate(matchesThere(selectors))) as string[]
  return matchesHere(html, selectors).flatMap((here, index) => {
    const found = { selector: selectors[index] ?? '', html, here, there: there[index] ?? '' }
    return found.here === found.there ? [] : [found]
  })
}

function matchesHere(html: string, selectors: readonly string[]): string[] {
  const { elements } = parseDocument(html, 'https://example.com/', { noscript: false })
  return selectors.map((selector) => {
    if (checkSelector(selector) !== null) return 'invalid'
    const list = parse(selector)
    const budget = { steps: Number.MAX_SAFE_INTEGER }
    return elements.all
      .flatMap((element, index) =>
        list.some((tokens) => matches(element, tokens, budget)) ? [element.name + index] : [],
      )
      .join(' ')
  })
}

const matchesThere = (selectors: readonly string[]) => `(() => {
  const all = [...document.querySelectorAll('*')]
  return ${JSON.stringify(selectors)}.map((selector) => {
    try {
      const found = new Set(document.querySelectorAll(selector))
      return all.flatMap((element, index) => (found.has(element) ? [element.localName + index] : [])).join(' ')
    } catch {
      return 'invalid'
    }
  })
})()`
