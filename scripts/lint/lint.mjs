// Runs Biome on the checkout: `npm run lint`, with Biome's own options after `--`. Installs it first if this version is missing.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const biome = `${folder}node_modules/@biomejs/biome/`
const json = (file) => JSON.parse(readFileSync(file, 'utf8'))

const wanted = json(`${folder}package.json`).dependencies['@biomejs/biome']
const installed = existsSync(`${biome}package.json`) && json(`${biome}package.json`).version
if (installed !== wanted) {
  const install = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  execFileSync('npm', install, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
}

const args = ['check', '--error-on-warnings', ...process.argv.slice(2), '.']
const { status } = spawnSync(process.execPath, [`${biome}bin/biome`, ...args], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
