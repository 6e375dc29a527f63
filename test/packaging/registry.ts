/** Packs the package as `npm publish` does, and serves it from a loopback registry that redirects all other requests to the real one. */

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stagePackage } from '../../scripts/packaging/pack.mjs'
import { lacks } from '../needs.ts'
import { openLoopback } from '../origin.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const windows = process.platform === 'win32'

export interface Packed {
  /** Absolute path of the tarball. */
  file: string
  files: { path: string; mode: number }[]
  size: number
  integrity: string
  shasum: string
}

/** The environment without variables from `npm test`, which would make npm use the wrong package. */
export function cleanEnv(): Record<string, string> {
  const ofNpmTest = /^(npm_(package|lifecycle|command|execpath|config_(local_)?prefix)|INIT_CWD)/
  const rest = Object.entries(process.env as Record<string, string>).filter(([name]) => !ofNpmTest.test(name))
  // An unreachable registry fails in seconds, not minutes.
  const patience = { npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '4000' }
  return { ...Object.fromEntries(rest), ...patience }
}

/** Runs npm. Rejects with its output if it fails. */
export async function npm(args: string[], { cwd = root, env = cleanEnv() } = {}): Promise<string> {
  const { stdout } = await run('npm', args, { cwd, env, shell: windows, maxBuffer: 1e8 })
  return stdout
}

/** Packs the service without a build, because dist/ is up to date and other tests run from it. */
export async function packService(folder: string): Promise<Packed> {
  const copy = join(folder, 'package')
  mkdirSync(copy)
  stagePackage(copy)
  return packPackage(folder, copy)
}

/** Packs a folder as `npm pack` does, including its prepack script. */
export async function packPackage(folder: string, cwd: string): Promise<Packed> {
  const [packed] = JSON.parse(
    await npm(['pack', '--foreground-scripts=false', '--json', '--pack-destination', folder], { cwd }),
  )
  return { ...packed, file: join(folder, packed.filename) }
}

/** Serves this one package, and redirects all other requests to the configured registry. */
export async function openRegistry({ file, integrity, shasum }: Packed) {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const { name, version } = manifest
  const upstream = (await npm(['config', 'get', 'registry'])).trim().replace(/\/$/, '')
  const requests: string[] = []
  const server = createServer(({ url = '/', headers }, response) => {
    requests.push(url)
    // Another test run may have used this port, so npm must not cache the responses.
    response.setHeader('cache-control', 'no-store')
    if (url === `/${name}/-/package.tgz`) return response.end(readFileSync(file))
    if (url !== `/${name}`) return response.writeHead(307, { location: upstream + url }).end()
    const tarball = `http://${headers.host}/${name}/-/package.tgz`
    const versions = { [version]: { ...manifest, dist: { tarball, integrity, shasum } } }
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  })
  return { requests, ...(await openLoopback(server)) }
}

/** An environment that makes npm use this registry, and a separate cache with this machine's downloads. */
export async function registryEnv(url: string, home: string): Promise<Record<string, string>> {
  const cache = join(home, 'npm-cache')
  mkdirSync(cache, { recursive: true })
  const downloads = join((await npm(['config', 'get', 'cache'])).trim(), '_cacache')
  mkdirSync(downloads, { recursive: true })
  symlinkSync(downloads, join(cache, '_cacache'))
  const settings = { registry: url, cache, audit: 'false', fund: 'false', prefer_offline: 'true' }
  const variables = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value])
  return { ...cleanEnv(), ...Object.fromEntries(variables) }
}

const unreachable =
  /E(401|403|NOTCACHED|NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|CONNABORTED|NETUNREACH|HOSTUNREACH|TIMEDOUT)|ERR_SOCKET_TIMEOUT/

/** Returns the reason to skip a test if the registry is unreachable. With CI=true, that error is thrown like any other. */
export function away(error: Error): string {
  const code = unreachable.exec(`${error.message} ${(error as { stderr?: string }).stderr}`)?.[0]
  if (!code) throw error
  lacks('the npm registry', false)
  return `the npm registry is out of reach (${code})`
}
