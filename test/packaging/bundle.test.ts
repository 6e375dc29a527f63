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

/** The files that a build script loads with itself, including itself. */
function loadedWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  const { staticImports, staticExports } = parseSync(path, read(build + path)).module
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest))
  for (const request of [...staticImports.map(({ moduleRequest }) => moduleRequest), ...exported]) {
    if (request?.value.startsWith('./')) loadedWith(request.value.slice(2), found)
  }
  return found
}

/** Modules of a build's files. Each one is marked with its path. */
const modulesIn = (paths: Iterable<string>) =>
  [...paths].flatMap((path) =>
    [...read(build + path).matchAll(/^\/\/ (\S+\.[jt]s)$/gm)].map(([, module = '']) => module),
  )

const scriptsWith = (module: string) =>
  readdirSync(new URL(build, root)).filter((path) => path.endsWith('.js') && modulesIn([path]).includes(module))

it.each(['interfaces/mcp/legacy/server.ts', 'interfaces/mcp/modern/server.ts'])(
  'a start of stdio up to %s loads no code that fetches or reads pages',
  (server) => {
    const scripts = [...scriptsWith('compose/program.ts'), ...scriptsWith(server)]
    expect(scripts).toHaveLength(2)
    const loaded = modulesIn(new Set(['main.js', ...scripts].flatMap((path) => [...loadedWith(path)])))
    expect(loaded).toEqual(
      expect.arrayContaining(['main.ts', 'compose/program.ts', 'interfaces/mcp/features/features.ts', server]),
    )
    const ofPages = /^(?:fetch|readers|format|html|documents)\/|\/(?:undici|parse5|turndown)\//
    expect(loaded.filter((module) => ofPages.test(module))).toEqual([])
  },
)

it('the build has turndown without its HTML parser, because turndown is only given trees', () => {
  const modules = modulesIn(readdirSync(new URL(build, root)).filter((path) => path.endsWith('.js')))
  expect(modules).toContain('../node_modules/turndown/lib/turndown.browser.es.js')
  expect(modules.filter((module) => module.includes('domino'))).toEqual([])
})

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
