import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const build = `.builds/${read('.builds/latest').trim()}/dist/`

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Packages that a build script imports, or requires in a former CommonJS module. */
function packagesIn(path: string): string[] {
  const code = read(build + path)
  const { staticImports, staticExports, dynamicImports } = parseSync(path, code).module
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value))
  const dynamic = dynamicImports.map(({ moduleRequest }) => code.slice(moduleRequest.start, moduleRequest.end))
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.filter((name) => name !== undefined),
    ...dynamic.flatMap((argument) => /^["'](.+)["']$/.exec(argument)?.[1] ?? []),
    ...[...code.matchAll(/\b__require\("([^"]+)"\)/g)].map(([, name = '']) => name),
  ]
    .filter((name) => !name.startsWith('.') && !isBuiltin(name))
    .map(packageOf)
}

it('the build loads all dependencies in package.json and no other packages', () => {
  const paths = readdirSync(new URL(build, root), { recursive: true, encoding: 'utf8' })
  const scripts = paths.filter((path) => path.endsWith('.js') && !path.startsWith('assets'))
  const loaded = new Set(scripts.flatMap(packagesIn))
  // BullMQ loads it only for a kind of connection that isn't used here.
  expect(loaded.delete('@valkey/valkey-glide')).toBe(true)
  // koa's debug uses it for colors if it is installed.
  loaded.delete('supports-color')
  expect([...loaded].sort()).toEqual(Object.keys(JSON.parse(read('package.json')).dependencies).sort())
})
