import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedChromium } from '../../chromium.ts'
import { openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../open-renderer.ts'
import { findFreeNames } from './free-names.ts'

const root = new URL('../../../', import.meta.url)
const folders = ['isolated-world', 'main-world', 'screenshot']

/** Files of the functions that are sent to pages, from `src` or `dist`. */
function listFiles(top: 'src' | 'dist'): URL[] {
  return folders.flatMap((folder) => {
    const url = new URL(`${top}/render/in-page/${folder}/`, root)
    const names = readdirSync(url).filter((name) => /\.(?:ts|js)$/.test(name))
    return names.map((name) => new URL(name, url))
  })
}

describe('a function that is sent to a page', () => {
  it('is in a file that has only such functions and imports only types', () => {
    for (const url of listFiles('src')) {
      const { program } = parseSync(url.pathname, readFileSync(url, 'utf8'))
      const statements = program.body.map((statement) => {
        if (statement.type === 'ImportDeclaration') return `import ${statement.importKind}`
        if (/^TS(?:Interface|TypeAlias)Declaration$/.test(statement.type)) return 'own type'
        if (statement.type !== 'ExportNamedDeclaration') return statement.type
        return statement.exportKind === 'type' ? 'export type' : `export ${statement.declaration?.type}`
      })
      const values = statements.filter((statement) => !/ type$/.test(statement))
      const expected = /results\.ts$/.test(url.pathname) ? [] : ['export FunctionDeclaration']
      expect([...new Set(values)], url.pathname).toEqual(expected)
    }
  })

  it.skipIf(lacksBrowser)("uses only the browser's globals from outside, in both src/ and dist/", async () => {
    const origin = await openOrigin({ '/': { body: '<p>x' } })
    const page = await (await sharedChromium()).newPage()
    onTestFinished(async () => {
      await page.close()
      await origin.close()
    })
    // On a page without an origin, some globals are missing.
    await page.goto(`${origin.url}/`)
    const globals = new Set(await page.evaluate<string[]>(listGlobals))
    for (const url of [...listFiles('src'), ...listFiles('dist')]) {
      const functions = Object.values(await import(url.href)).filter((value) => typeof value === 'function')
      for (const run of functions) {
        const unknown = findFreeNames(String(run)).filter((name) => !globals.has(name))
        expect(unknown, url.pathname).toEqual([])
        expect(await page.evaluate(`typeof (${run})`)).toBe('function')
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
