import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findProgram } from '../../scripts/ensure-services.mjs'
import { codeBlocks, read, root } from '../docs/document.ts'
import { freePort } from '../fetch/loopback.ts'
import { lacks } from '../needs.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { openTestService } from '../service.ts'
import { until } from '../waits.ts'

const run = promisify(execFile)

let folder: string
let origin: Origin
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-deploy-'))
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

const snippet = (language: string) =>
  codeBlocks(read('docs/deploy.md')).find((block) => block.language === language)?.text ?? ''

/** Starts the proxy, resolves once it responds, and stops it at the end of the test. */
async function startProxy(program: string, args: string[], port: number): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  })
  await until(`${program} to answer`, async () => {
    if (child.exitCode !== null) throw new Error(errors)
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  })
}

/** Returns the response through the proxy for the given host. */
async function expectService(port: number, key: string): Promise<void> {
  const { stdout } = await run(process.execPath, ['-e', client, String(port), key, origin.url])
  const [page, metrics] = JSON.parse(stdout)
  expect([page.status, JSON.parse(page.body).content]).toEqual([200, 'Hello'])
  expect(metrics.status).toBe(404)
}

/** Doesn't use fetch(), which can't set the Host header. */
const client = `
const { get } = require('node:http')
const [port, key, url] = process.argv.slice(1)
const ask = (path, host) => new Promise((resolve, reject) => get({ port, path, headers: { host, authorization: 'Bearer ' + key } }, (response) => {
  let body = ''
  response.on('data', (text) => (body += text)).on('end', () => resolve({ status: response.statusCode, body }))
}).on('error', reject))
Promise.all([ask('/v1/scrape?url=' + url + '/', 'gleaner.example.com'), ask('/metrics', 'gleaner.example.com')])
  .then((all) => console.log(JSON.stringify(all)))`

describe('the proxies in docs/deploy.md', () => {
  const nginx = findProgram('nginx')
  const caddy = findProgram('caddy')

  it.skipIf(lacks('nginx', nginx !== null))('nginx forwards requests', async () => {
    const service = await openTestService({ GLEANER_ALLOWED_HOSTS: 'gleaner.example.com' })
    onTestFinished(service.close)
    const port = await freePort()
    // Leaves out the certificate, which is different for each site.
    const server = snippet('nginx')
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace('http://127.0.0.1:8787', service.url)
    expect(server.match(/ssl/)).toBeNull()
    mkdirSync(join(folder, 'nginx'))
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path nginx/${name};`)
    const http = `access_log off; ${paths.join(' ')}\n${server}`
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid nginx/pid; error_log stderr;\nevents {}\nhttp {\n${http}\n}\n`,
    )
    await startProxy(nginx ?? '', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], port)
    await expectService(port, service.key)
  })

  it.skipIf(lacks('Caddy', caddy !== null))('Caddy forwards requests', async () => {
    const service = await openTestService({ GLEANER_ALLOWED_HOSTS: 'gleaner.example.com' })
    onTestFinished(service.close)
    const port = await freePort()
    const site = snippet('caddyfile')
      .replace('gleaner.example.com {', `http://gleaner.example.com:${port} {`)
      .replace('127.0.0.1:8787', new URL(service.url).host)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}\n`)
    await startProxy(caddy ?? '', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], port)
    await expectService(port, service.key)
  })
})

describe('the health check of the image', () => {
  const check = (settings: Record<string, string>) =>
    run(process.execPath, [join(root, 'deploy/healthcheck.mjs')], { env: settings }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    )

  it.each(['gleaner.example.com,localhost', '*', ''])('can query a service with the hosts %j', async (names) => {
    const service = await openTestService({ GLEANER_ALLOWED_HOSTS: names })
    const settings = { GLEANER_PORT: new URL(service.url).port, GLEANER_ALLOWED_HOSTS: names }
    expect(await check(settings)).toEqual({ code: 0, stdout: '/readyz answers 200\n' })
    await service.close()
    expect(await check(settings)).toMatchObject({ code: 1, stdout: expect.stringContaining('ECONNREFUSED') })
  })
})

describe('the systemd unit', () => {
  const analyze = findProgram('systemd-analyze')
  const analyzeTest = it.skipIf(lacks('systemd-analyze', analyze !== null))

  /** The unit with a program that exists on this machine, because a missing one is an error. */
  function unitFile(): string {
    const path = join(folder, 'gleaner.service')
    writeFileSync(path, read('deploy/gleaner.service').replace('/opt/gleaner/bin/gleaner', process.execPath))
    return path
  }

  analyzeTest('is valid', async () => {
    const { stdout, stderr } = await run(analyze ?? '', ['verify', '--man=no', unitFile()])
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('gleaner'))).toEqual([])
  })

  analyzeTest('leaves the service few privileges', async () => {
    const { stdout } = await run(analyze ?? '', ['security', '--offline=yes', '--no-pager', unitFile()])
    expect(Number(/exposure level for [^:]+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3)
  })
})
