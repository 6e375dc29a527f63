// Completes package-lock.json after an `npm install`. A registry that lacks some of the optional packages for other platforms leaves
// gaps in it, and `npm ci` then refuses the lock. Nothing changes where nothing is missing.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
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
      engines: sibling.engines,
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`complete-lock: ${added} entries added\n`)
