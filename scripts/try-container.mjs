// Builds the image from its Dockerfile and tests it on machines without a container engine: as root on Debian, with buildah, mmdebstrap,
// bubblewrap and python3-seccomp. The build steps run in a chroot. Programs started in the image get its files, its user, a read-only root,
// no capabilities and its seccomp profile. They use the machine's network and limits. Exits with code 0 if every check passed.

import { execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'gleaner-container-'))
const image = 'localhost/gleaner-trial'
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const user = 10001
const port = '18787'

const say = (line) => process.stdout.write(`container: ${line}\n`)
const run = (program, ...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const shown = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 2, 2] })

/** Cleanup steps, run in reverse order. */
const ends = [() => rmSync(folder, { recursive: true })]

try {
  build()
  await tryImage()
  say('all held')
} catch (error) {
  say(`FAILED: ${error.message}`)
  process.exitCode = 1
} finally {
  for (const end of ends.reverse()) end()
}

function build() {
  const bases = hasImages() ? [] : makeBases()
  const buildArgs = bases.flatMap((base) => ['--build-arg', base])
  const startedAt = performance.now()
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', ...buildArgs, '--tag', image]
  shown('buildah', 'bud', ...options, '--file', join(root, 'Dockerfile'), root)
  const [{ size }] = JSON.parse(run('buildah', 'images', '--json', image))
  say(`built in ${Math.round((performance.now() - startedAt) / 1000)} s, ${size}`)
}

/** True if the base images named in the Dockerfile can be pulled. */
function hasImages() {
  try {
    execFileSync('buildah', ['pull', '--quiet', 'docker.io/library/debian:trixie-slim'], {
      stdio: 'ignore',
      timeout: 20_000,
    })
    return true
  } catch {
    return false
  }
}

/** Creates equivalent base images from Debian's packages and the running Node. Returns the build arguments that name them. */
function makeBases() {
  say('the base images cannot be pulled: building them from Debian packages')
  const archive = join(folder, 'debian.tar')
  shown('mmdebstrap', '--variant=minbase', 'trixie', archive)
  const debian = commit('scratch', 'debian', (container) => {
    run('buildah', 'add', '--quiet', container, archive, '/')
    // The network may require custom certificates.
    run('buildah', 'copy', '--quiet', container, certificates, certificates)
    run('buildah', 'config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  })
  const npm = dirname(dirname(realpathSync(run('sh', '-c', 'command -v npm').trim())))
  const node = commit(debian, 'node', (container) => {
    run('buildah', 'copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
    run('buildah', 'copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
    const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
    run('buildah', 'run', '--isolation', 'chroot', container, '--', ...link)
  })
  return [`NODE_IMAGE=${node}`, `BASE_IMAGE=${debian}`]
}

function commit(base, name, work) {
  const container = run('buildah', 'from', base).trim()
  work(container)
  run('buildah', 'commit', '--quiet', container, `localhost/gleaner-trial-${name}`)
  run('buildah', 'rm', container)
  return `localhost/gleaner-trial-${name}`
}

async function tryImage() {
  const container = run('buildah', 'from', image).trim()
  ends.push(() => run('buildah', 'rm', container))
  const { config } = JSON.parse(run('buildah', 'inspect', container)).OCIv1
  expect('the user of the image', config.User, `${user}:${user}`)
  const data = mkdtempSync(join(folder, 'data-'))
  chownSync(data, user, user)
  const inside = { files: run('buildah', 'mount', container).trim(), data, filter: compileFilter(), config }

  expect('a write to the root', await ended(start(inside, ['touch', '/x'])), { code: 1 })
  expect(
    'a mount',
    (await ended(start(inside, ['unshare', '-Ur', 'mount', '-t', 'tmpfs', 'none', '/tmp']))).code !== 0,
    true,
  )
  const doctor = JSON.parse((await ended(start(inside, [...config.Entrypoint, 'doctor', '--json']))).stdout)
  const browser = doctor.checks.find(({ name }) => name === 'browser')
  say(`the browser: ${browser.finding}`)
  expect('the browser', /, sandboxed$/.test(browser.finding), true)

  const site = createServer((_, response) =>
    response.end('<p>plain</p><script>document.body.append("and rendered")</script>'),
  )
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve))
  ends.push(() => site.close())
  const url = `http://127.0.0.1:${site.address().port}/`
  const service = start(inside, [...config.Entrypoint, ...config.Cmd])
  const key = await firstKey(service, data)
  const health = ['node', '/app/healthcheck.mjs']
  expect('the health check', (await ended(start(inside, health))).stdout, '/readyz answers 200\n')
  const request = `http://127.0.0.1:${port}/v1/scrape?render_js=true&url=${url}`
  const { content } = await (await fetch(request, { headers: { authorization: `Bearer ${key}` } })).json()
  expect('a rendered page', content, 'plain\n\nand rendered')
  process.kill(JSON.parse(service.info)['child-pid'], 'SIGTERM')
  expect('the end after SIGTERM', (await ended(service)).code, 0)
  expect('the health check after it', (await ended(start(inside, health))).code, 1)
}

/** Returns the path of the seccomp profile in the kernel's format. */
function compileFilter() {
  const path = join(folder, 'filter')
  const file = openSync(path, 'w')
  const script = [join(root, 'scripts/seccomp-filter.py'), join(root, 'deploy/seccomp.json')]
  execFileSync('/usr/bin/python3', script, { stdio: ['ignore', file, 2] })
  closeSync(file)
  return path
}

/** Starts a program in the image, as an engine would with the options in docs/deploy.md. */
function start({ files, data, filter, config }, words) {
  const env = [...config.Env, `GLEANER_PORT=${port}`, 'GLEANER_ALLOW_ADDRESSES=127.0.0.0/8'].map((entry) => {
    const at = entry.indexOf('=')
    return ['--setenv', entry.slice(0, at), entry.slice(at + 1)]
  })
  const mounts = ['--ro-bind', files, '/', '--dev', '/dev', '--proc', '/proc', '--perms', '1777', '--tmpfs', '/tmp']
  // The program is process 1, as in a container. The other pipe reports its outside process ID.
  const apart = ['--unshare-pid', '--as-pid-1', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--clearenv']
  const pipes = ['--seccomp', '3', '--info-fd', '4']
  const own = ['--bind', data, '/data', '--chdir', config.WorkingDir]
  const asUser = [
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--inh-caps=-all',
    '--no-new-privs',
  ]
  const file = openSync(filter, 'r')
  const child = spawn('bwrap', [...mounts, ...own, ...apart, ...pipes, ...env.flat(), ...asUser, ...words], {
    stdio: ['ignore', 'pipe', 'pipe', file, 'pipe'],
  })
  closeSync(file)
  const started = { child, stdout: '', stderr: '', info: '' }
  for (const [name, stream] of [
    ['stdout', child.stdout],
    ['stderr', child.stderr],
    ['info', child.stdio[4]],
  ]) {
    stream.setEncoding('utf8').on('data', (text) => {
      started[name] += text
    })
  }
  return started
}

async function ended(started) {
  const { child } = started
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))
  return { code, stdout: started.stdout }
}

/** Returns the key that the service writes when it first starts. */
async function firstKey(started, data) {
  for (let looks = 0; looks < 300; looks++) {
    if (started.stdout.includes('curl')) return readFileSync(join(data, 'first-key'), 'utf8').trim()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the service does not start: ${started.stderr}`)
}

/** Compares actual values with expected ones. For objects, checks only the expected fields. */
function expect(what, found, wanted) {
  const isSame =
    typeof wanted === 'object'
      ? Object.entries(wanted).every(([name, value]) => found[name] === value)
      : found === wanted
  if (!isSame) throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  say(`${what}: ok`)
}
