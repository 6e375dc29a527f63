import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
  packages: Record<string, { engines?: object; hasInstallScript?: boolean }>
}
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

it('the lock states no engines but those of Gleaner, so that npm ci warns of nothing that our own Node satisfies', () => {
  const stating = Object.keys(packages).filter((folder) => packages[folder]?.engines)
  expect(stating, 'run "npx node scripts/packaging/complete-lock.mjs" after npm install').toEqual([''])
})

it('package.json says of every package with an install script whether it runs', () => {
  const withScript = Object.keys(packages).filter((folder) => packages[folder]?.hasInstallScript)
  const names = withScript.map((folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([])
})
