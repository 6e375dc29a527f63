import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { external } from '../../scripts/bundle.mjs'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', Record<string, string>>
const direct = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })

/** Licences that ask for no more than their notice. */
const permissive = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense'],
  ...['CC0-1.0', 'Python-2.0'],
]

interface Installed {
  license?: string
  dev?: boolean
}

const locked = (JSON.parse(read('package-lock.json')) as { packages: Record<string, Installed> }).packages

/** What is installed together with Gleaner: packages of the lock that are not for development alone, by folder. */
const installed = Object.entries(locked).filter(([folder, { dev }]) => folder !== '' && dev !== true)

/** What the bundle contains: packages that the sources import, and what these bring along. */
const bundled = read('dist/licenses.txt')
  .split(`\n${'-'.repeat(80)}\n`)
  .map((text) => /^\s*(\S+) \S+ \((.+)\)$/m.exec(text)?.slice(1) ?? [text.slice(0, 40), 'none'])

/** As the package itself states it; as the lock does for one of another platform. */
function licenceOf([folder, { license }]: [string, Installed]): string {
  const path = `${folder}/package.json`
  return existsSync(new URL(path, root))
    ? ((JSON.parse(read(path)) as Installed).license ?? 'none')
    : (license ?? 'none')
}

describe('dependencies', () => {
  it('have each a line in CONTRIBUTING.md that says what earns it its place, and none has one that is not installed', () => {
    const [, section = ''] = read('CONTRIBUTING.md').split('\n## Dependencies\n')
    const rows = section.split('\n## ')[0]?.match(/^\| `.*$/gm) ?? []
    const reasons = rows.flatMap((row) => {
      const [, names = '', reason = ''] = row.split('|')
      expect(reason.trim().length, row).toBeGreaterThan(5)
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    })
    expect(reasons.toSorted()).toEqual(direct.toSorted())
  })

  it('are those that the bundle leaves out, and no others', () => {
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual(external.toSorted())
  })

  it('have permissive licences, all that are installed with Gleaner or in its bundle', () => {
    expect(installed.length).toBeGreaterThan(30)
    expect(bundled.length).toBeGreaterThan(40)
    const all = [...installed.map((entry): string[] => [entry[0], licenceOf(entry)]), ...bundled]
    expect(all.filter(([, licence = 'none']) => !permissive.includes(licence))).toEqual([])
  })
})
