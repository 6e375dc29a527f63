// Makes package-lock.json work on every machine. Run this after `npm install`.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages
const platform = /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(\w+))?$/

let added = 0
for (const owner of Object.values(packages)) {
  const names = Object.keys(owner.optionalDependencies ?? {})
  const sibling = names.map((name) => packages[`node_modules/${name}`]).find((entry) => entry?.optional)
  for (const name of names) {
    const [, os, cpu, abi] = platform.exec(name) ?? []
    const version = owner.optionalDependencies[name]
    if (packages[`node_modules/${name}`] || !sibling || !os || !/^\d/.test(version)) continue
    const hasLibc = os === 'linux' && (abi === 'musl' || abi === 'gnu' || sibling.libc)
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(owner.dev ? { dev: true } : {}),
      ...(hasLibc ? { libc: [abi === 'musl' ? 'musl' : 'glibc'] } : {}),
      license: sibling.license,
      optional: true,
      os: [os],
    }
    added++
  }
}
let engines = 0
for (const [folder, entry] of Object.entries(packages)) {
  if (folder === '' || entry.engines === undefined) continue
  delete entry.engines
  engines++
}
// npm omits the hash of a package that this machine doesn't install, and then installs it elsewhere without a check.
let hashes = 0
for (const [folder, entry] of Object.entries(packages)) {
  if (!folder.includes('node_modules/') || entry.link || entry.integrity) continue
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const shown = ['view', `${name}@${entry.version}`, 'dist.integrity']
  const integrity = execFileSync('npm', shown, { encoding: 'utf8', shell: process.platform === 'win32' }).trim()
  packages[folder] = { version: entry.version, integrity, ...entry }
  hashes++
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (added + engines + hashes > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`complete-lock: ${added} entries and ${hashes} hashes added, ${engines} engines removed\n`)
