import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>

/** Licenses that require only that their notice be included. */
const permissive = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense'],
  ...['CC0-1.0', 'Python-2.0'],
]

interface Installed {
  license?: string
  dev?: boolean
}

const locked = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Installed> }).packages

/** Packages installed with Gleaner, by folder: all in the lock file except development packages. */
const installed = Object.entries(locked).filter(([folder, { dev }]) => folder !== '' && dev !== true)

/** Packages in the bundle: the ones that the sources import, and their dependencies. */
const bundled = read('dist/licenses.txt')
  .split(`\n${'-'.repeat(80)}\n`)
  .map((text) => /^\s*(\S+) \S+ \((.+)\)$/m.exec(text)?.slice(1) ?? [text.slice(0, 40), 'none'])

/** License as stated by the package, or by the lock file if the package is for another platform. */
function licenceOf([folder, { license }]: [string, Installed]): string {
  const path = `${folder}/package.json`
  return existsSync(new URL(path, root))
    ? ((JSON.parse(read(path)) as Installed).license ?? 'none')
    : (license ?? 'none')
}

/** The packages and reasons in the table that follows a line with these words in docs/development.md. */
function namedAfter(words: string): string[] {
  const [, rest = ''] = read('docs/development.md').split(`\n${words}`)
  const [, table = ''] = /^.*\n\n((?:\|.*\n)+)/.exec(rest) ?? []
  const rows = table.match(/^\| `.*$/gm) ?? []
  return rows
    .flatMap((row) => {
      const [, names = '', reason = ''] = row.split('|')
      expect(reason.trim().length, row).toBeGreaterThan(5)
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    })
    .sort()
}

describe('dependencies', () => {
  it('each have a line in docs/development.md, grouped into installed, bundled and development', () => {
    const inBundle = new Set(bundled.map(([name]) => name))
    const dependencies = Object.keys(manifest.dependencies)
    const development = Object.keys(manifest.devDependencies)
    expect(namedAfter('These packages are installed with Gleaner')).toEqual(dependencies.toSorted())
    expect(namedAfter('These packages are in the bundle')).toEqual(
      development.filter((name) => inBundle.has(name)).toSorted(),
    )
    expect(namedAfter('These packages are only for development')).toEqual(
      development.filter((name) => !inBundle.has(name)).toSorted(),
    )
  })

  it('have permissive licenses if they are installed with Gleaner or bundled', () => {
    expect(installed.length).toBeGreaterThan(30)
    expect(bundled.length).toBeGreaterThan(40)
    const all = [...installed.map((entry): string[] => [entry[0], licenceOf(entry)]), ...bundled]
    expect(all.filter(([, licence = 'none']) => !permissive.includes(licence))).toEqual([])
  })
})
