import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as {
  packages: Record<string, { engines?: object; hasInstallScript?: boolean; integrity?: string; link?: boolean }>
}
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

it("the lock file states no engines except Gleaner's own, so npm ci prints no needless warnings", () => {
  const stating = Object.keys(packages).filter((folder) => packages[folder]?.engines)
  expect(stating, 'run "npx node scripts/packaging/complete-lock.mjs" after npm install').toEqual([''])
})

it('package.json states for every package with an install script whether the script runs', () => {
  const withScript = Object.keys(packages).filter((folder) => packages[folder]?.hasInstallScript)
  const names = withScript.map((folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([])
})

it('every package of the lock file has an integrity hash, which npm ci checks', () => {
  const unproven = Object.entries(packages).filter(
    ([folder, { integrity, link }]) => folder.includes('node_modules/') && !link && !integrity?.startsWith('sha512-'),
  )
  const folders = unproven.map(([folder]) => folder)
  expect(folders, 'run "npx node scripts/packaging/complete-lock.mjs" after npm install').toEqual([])
})
