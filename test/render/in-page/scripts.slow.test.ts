import { describe, expect, it, onTestFinished } from 'vitest'
import type { PageScripts } from '../../../src/render/in-page/page-api.ts'
import { sharedChromium } from '../../chromium.ts'
import { openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../open-renderer.ts'
import { findFreeNames } from './free-names.ts'
import { importInPage } from './open-document.ts'

const { scripts }: { scripts: PageScripts } = await importInPage('scripts.ts')

describe('a script that is sent to a page', () => {
  it.skipIf(lacksBrowser)("uses only its own functions and the browser's globals, in both src/ and dist/", async () => {
    const origin = await openOrigin({ '/': { body: '<p>x' } })
    const page = await (await sharedChromium()).newPage()
    onTestFinished(async () => {
      await page.close()
      await origin.close()
    })
    // On a page without an origin, some globals are missing.
    await page.goto(`${origin.url}/`)
    const globals = new Set(await page.evaluate<string[]>(listGlobals))
    const built = await import(new URL('../../../dist/render/in-page/scripts.js', import.meta.url).href)
    for (const sent of [scripts, built.scripts as PageScripts]) {
      const { isolatedWorld, mainWorld, offersUdp, passThrough, readDocument, stageScreenshot } = sent
      const stage = { element: null, excluded: null, isFullPage: true, hidesFrames: false, maxHeight: 1000 }
      const sources = [isolatedWorld, mainWorld, offersUdp, passThrough(1000), stageScreenshot(stage)]
      for (const source of [...sources, readDocument({ maxChars: 1, mark: 'mark', frames: [] })]) {
        const unknown = findFreeNames(source).filter((name) => !globals.has(name) && name !== 'gleaner')
        expect(unknown).toEqual([])
        expect(await page.evaluate(`typeof (() => (${source}))`)).toBe('function')
      }
    }
  })
})

/** Names of all the browser's globals: properties of the global object or of its prototypes. */
const listGlobals = `(() => {
  const names = []
  for (let owner = globalThis; owner; owner = Object.getPrototypeOf(owner)) names.push(...Object.getOwnPropertyNames(owner))
  return names
})()`

describe('findFreeNames', () => {
  it('finds the names that a function does not declare itself', () => {
    const source = `function f(a, { b, c: d }, [e = outer1]) {
      const g = a.b.h + other(b), { i: j } = { k: outer2, l() {} }
      for (const m of outer3) { m; try { n() } catch (o) { o } }
      function n() { return (p) => p + q }
      return class R extends Outer4 {}
    }`
    expect(findFreeNames(source)).toEqual(['Outer4', 'other', 'outer1', 'outer2', 'outer3', 'q'])
  })
})
