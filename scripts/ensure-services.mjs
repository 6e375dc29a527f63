// Finds PostgreSQL, Redis, shells and proxies for the tests. Installs missing ones from Debian's packages if allowed (root, or sudo without
// a password), or else prints the command. Doesn't start servers, because the tests start their own.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const debian = '/usr/lib/postgresql'

/** Returns the folder with the newest PostgreSQL's programs, or null. */
export function findPostgres() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/** Returns the path of redis-server, or null. */
export function findRedis() {
  return findProgram('redis-server')
}

/** Returns the path of a program, or null. */
export function findProgram(name) {
  const folders = ['/usr/bin', '/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)]
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null
}

/** Returns the names of packages still missing after trying to install them. */
function ensureServices(say) {
  const wanted = missing()
  if (wanted.length === 0) return []
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!existsSync('/usr/bin/apt-get') || (asRoot.length > 0 && run([...asRoot, 'true']) !== 0)) {
    say(
      `services: ${wanted.join(' and ')} missing; their tests are skipped. Install with: apt-get install ${wanted.join(' ')}`,
    )
    return wanted
  }
  say(`services: installing ${wanted.join(' and ')} …`)
  withoutStarting(asRoot, () => {
    run([...asRoot, 'apt-get', 'update', '-q'])
    run([
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '-qy',
      '--no-install-recommends',
      ...wanted,
    ])
  })
  const left = missing()
  say(
    left.length === 0
      ? 'services: installed'
      : `services: could not install ${left.join(' and ')}; their tests are skipped`,
  )
  return left
}

function missing() {
  const programs = {
    zsh: 'zsh',
    fish: 'fish',
    nginx: 'nginx-light',
    caddy: 'caddy',
    haproxy: 'haproxy',
    'systemd-analyze': 'systemd',
  }
  const others = Object.entries(programs).flatMap(([name, item]) => (findProgram(name) ? [] : [item]))
  return [...(findPostgres() ? [] : ['postgresql']), ...(findRedis() ? [] : ['redis-server']), ...others]
}

/** Runs the installation without starting servers. Debian starts them unless this file forbids it (invoke-rc.d(8)). */
function withoutStarting(asRoot, work) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return work()
  if (run([...asRoot, 'sh', '-c', `printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod 755 ${policy}`]) !== 0) return
  try {
    work()
  } finally {
    run([...asRoot, 'rm', policy])
  }
}

function run([program, ...args]) {
  return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const left = ensureServices((line) => process.stdout.write(`${line}\n`))
  process.exitCode = left.length > 0 && process.env.CI ? 1 : 0
}
