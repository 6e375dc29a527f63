// Makes package-lock.json work on every machine. Run this after `npm install`.

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
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (added + engines > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`complete-lock: ${added} entries added, ${engines} engines removed\n`)
