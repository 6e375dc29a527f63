import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { benches } from '../../bench/run.ts'
import { read, root } from './document.ts'

const scripts = Object.keys(JSON.parse(read('package.json')).scripts)

/** Text in documents and sources, including comments and messages. */
const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => /\.(m?ts|mjs|md)$|^\.ci\/run$/.test(path) && !path.startsWith('test/fixtures/'))
  .filter((path) => existsSync(join(root, path)))

/** The names that the pattern's group matches in the repository, each with its file. */
function namedBy(pattern: RegExp): { path: string; name: string }[] {
  return texts.flatMap((path) => [...read(path).matchAll(pattern)].map(([, name = '']) => ({ path, name })))
}

describe('the scripts of package.json', () => {
  it('number at most 14, each with a line in CONTRIBUTING.md', () => {
    const cells = read('CONTRIBUTING.md').match(/^\| `[^|]+` \|/gm) ?? []
    const named = cells.flatMap((cell) => [...cell.matchAll(/`(?:npm (?:run )?)?([\w:-]+)`/g)].map(([, name]) => name))
    expect(scripts.filter((name) => !named.includes(name))).toEqual([])
    expect(scripts.length).toBeLessThanOrEqual(14)
  })

  it('are the only ones mentioned in any file', () => {
    const named = namedBy(/\bnpm run ([a-z][\w:-]*)/g)
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ name }) => !scripts.includes(name))).toEqual([])
  })
})

it('npm run bench is mentioned only with existing benches, each in an existing file', () => {
  const named = namedBy(/\bnpm run bench -- ([a-z][\w-]*)/g)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !Object.hasOwn(benches, name))).toEqual([])
  expect(Object.values(benches).filter((file) => !existsSync(join(root, 'bench', file)))).toEqual([])
})
