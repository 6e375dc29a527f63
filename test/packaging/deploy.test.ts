import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig, settings } from '../../src/config/config.ts'
import { codeBlocks, read, root } from '../docs/document.ts'

const defaults = readConfig({}, {})

/** Maximum seconds from SIGTERM to exit (GLEANER_STOP_GRACE_S). */
const stopSeconds = defaults.GLEANER_STOP_GRACE_S + 5

interface Service {
  build?: string
  image?: string
  extends?: { file: string; service: string }
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
  mem_limit?: string
}

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', ' ').split('\n')
  const stepsOf = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))

  it('copies only existing files that are part of the build context', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(ignored[0]).toBe('*')
    for (const path of ignored.slice(1)) expect([path, existsSync(join(root, path.slice(1)))]).toEqual([path, true])
    const copied = [
      ...stepsOf('COPY')
        .join(' ')
        .matchAll(/package[\w-]*\.json/g),
    ].map(([name]) => `!${name}`)
    expect(ignored).toEqual(expect.arrayContaining([...copied, '!deploy/healthcheck.mjs', '!LICENSE', '!bin', '!src']))
  })

  it('runs as a non-root user, under an init process, with a health check', () => {
    expect(stepsOf('USER')).toEqual(['10001:10001'])
    expect(JSON.parse(stepsOf('ENTRYPOINT')[0] ?? '')).toEqual(['tini', '--', 'node', '/app/bin/gleaner.mjs'])
    expect(JSON.parse(stepsOf('CMD')[0] ?? '')).toEqual(['serve'])
    const [health = ''] = stepsOf('HEALTHCHECK')
    expect(JSON.parse(health.slice(health.indexOf('[')))).toEqual(['node', '/app/healthcheck.mjs'])
  })

  it('uses existing settings that the service accepts', () => {
    const pairs = [
      ...stepsOf('ENV')
        .join(' ')
        .matchAll(/(\w+)=(\S+)/g),
    ].map(([, name = '', value = '']) => [name, value])
    const env: Record<string, string> = Object.fromEntries(pairs)
    expect(Object.keys(env).filter((name) => name.startsWith('GLEANER_') && !(name in settings))).toEqual([])
    expect(readConfig({}, env)).toMatchObject({ GLEANER_HOST: '0.0.0.0', GLEANER_DATA_DIR: '/data' })
    expect(stepsOf('VOLUME')).toEqual(['/data'])
    expect(stepsOf('EXPOSE')).toEqual([String(defaults.GLEANER_PORT)])
  })

  it('is independent of the architecture', () => {
    expect(lines.join('\n')).not.toMatch(/amd64|arm64|x86_64|aarch64/)
  })
})

describe('the compose files', () => {
  const alone = parse(read('deploy/compose.yaml')) as { services: Record<string, Service>; volumes: object }
  const shared = parse(read('deploy/compose.postgres.yaml')) as typeof alone
  const gleaner = alone.services.gleaner as Service

  it('build this repository, and keep the data in a volume', () => {
    expect(existsSync(join(root, 'deploy', gleaner.build ?? '', 'Dockerfile'))).toBe(true)
    expect(gleaner.volumes).toEqual(['data:/data'])
    for (const { services, volumes } of [alone, shared]) {
      const named = Object.values(services)
        .flatMap((service) => service.volumes ?? [])
        .map((volume) => volume.split(':')[0])
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named))
    }
  })

  it('give the service only the privileges it needs', () => {
    expect(gleaner).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(gleaner.security_opt).toEqual(['no-new-privileges:true', 'seccomp:./seccomp.json'])
  })

  it('give it enough time to stop, and every service a memory limit', () => {
    expect(Number.parseInt(gleaner.stop_grace_period ?? '', 10)).toBeGreaterThan(stopSeconds)
    const services = Object.values({ ...shared.services, ...alone.services })
    expect(services.map(({ mem_limit }) => mem_limit).filter((limit) => !/^\d+[mg]$/.test(limit ?? ''))).toEqual([])
  })

  it('start it with valid settings once PostgreSQL and Redis are healthy', () => {
    const { gleaner: node, ...others } = shared.services as Record<string, Service> & { gleaner: Service }
    expect(node.extends).toEqual({ file: 'compose.yaml', service: 'gleaner' })
    expect(Object.keys(node.depends_on ?? {}).sort()).toEqual(Object.keys(others).sort())
    for (const [name, { condition }] of Object.entries(node.depends_on ?? {})) {
      expect([condition, others[name]?.healthcheck?.test[0]]).toEqual(['service_healthy', 'CMD'])
    }
    const env = Object.entries(node.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):\?[^}]*\}/g, 'a-secret-of-$1'),
    ])
    expect(readConfig({}, Object.fromEntries(env))).toMatchObject({ GLEANER_REDIS_URL: 'redis://redis:6379' })
  })

  it('read secrets from a file that git ignores and the example documents', () => {
    const names = [...read('deploy/gleaner.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
    expect(names.filter((name) => !(name in settings) && name !== 'POSTGRES_PASSWORD')).toEqual([])
    const required = [...read('deploy/compose.postgres.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
    expect(names).toEqual(expect.arrayContaining(required))
    expect(execFileSync('git', ['check-ignore', 'deploy/gleaner.env'], { cwd: root }).toString()).toBe(
      'deploy/gleaner.env\n',
    )
  })
})

describe('the seccomp profile', () => {
  const { defaultAction, architectures, syscalls } = JSON.parse(read('deploy/seccomp.json')) as {
    defaultAction: string
    architectures: string[]
    syscalls: { names: string[]; action: string }[]
  }
  const denied = syscalls.filter(({ action }) => action === 'SCMP_ACT_ERRNO').flatMap(({ names }) => names)

  it('denies system calls that Node and Chromium never use, on both architectures', () => {
    expect(denied).toEqual(
      expect.arrayContaining([
        'bpf',
        'init_module',
        'io_uring_setup',
        'kexec_load',
        'keyctl',
        'mount',
        'ptrace',
        'setns',
      ]),
    )
    expect(architectures).toEqual(expect.arrayContaining(['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64']))
    expect(new Set(denied).size).toBe(denied.length)
  })

  it("allows the system calls of Chromium's sandbox", () => {
    expect(defaultAction).toBe('SCMP_ACT_ALLOW')
    expect(
      denied.filter((name) => ['clone', 'clone3', 'unshare', 'chroot', 'seccomp', 'prctl', 'execve'].includes(name)),
    ).toEqual([])
  })
})

describe('the systemd unit', () => {
  const lines = read('deploy/gleaner.service')
    .split('\n')
    .filter((line) => /^[A-Z]\w+=/.test(line))
  const unit = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

  it('waits for the service to stop, and restarts it after a failure', () => {
    expect(Number(unit.TimeoutStopSec)).toBeGreaterThan(stopSeconds)
    expect(unit).toMatchObject({
      Restart: 'on-failure',
      KillMode: 'mixed',
      DynamicUser: 'yes',
      StateDirectory: 'gleaner',
    })
  })

  it("allows the namespaces of Chromium's sandbox, and nothing else", () => {
    expect(unit).toMatchObject({
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      RestrictNamespaces: 'user pid net',
    })
    expect(unit).not.toHaveProperty('MemoryDenyWriteExecute')
  })
})

describe('docs/deploy.md', () => {
  const page = read('docs/deploy.md')

  it('names only existing files, and the version that npm packs', () => {
    const named = [...page.matchAll(/deploy\/[\w.-]+/g)]
      .map(([path]) => path)
      .filter((path) => path !== 'deploy/gleaner.env')
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const { version } = JSON.parse(read('package.json'))
    const packed = [...page.matchAll(/gleaner-(\d[\w.-]*)\.tgz/g)].map(([, one]) => one)
    expect(packed.length).toBeGreaterThan(0)
    expect(new Set(packed)).toEqual(new Set([version]))
  })

  it("has the compose file's options in its docker run command", () => {
    const run = codeBlocks(page).find(({ text }) => text.includes('docker run --detach'))?.text ?? ''
    for (const option of [
      '--read-only',
      '--cap-drop ALL',
      'no-new-privileges',
      'seccomp=deploy/seccomp.json',
      '--stop-timeout 35',
      '127.0.0.1:8787:8787',
    ]) {
      expect(run).toContain(option)
    }
  })
})
