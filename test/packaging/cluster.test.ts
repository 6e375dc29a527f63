import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { read } from '../docs/document.ts'

interface Service {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  networks: string[]
  volumes?: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  stop_grace_period?: string
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
  deploy?: { replicas: number }
}

const { services, networks, volumes } = parse(read('deploy/compose.cluster.yaml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: object
}
const balancer = read('deploy/haproxy.cfg')
const of = (name: string) => services[name] as Service
const alone = (parse(read('deploy/compose.yaml')) as { services: { gleaner: Service } }).services.gleaner
const programs = ['api-1', 'api-2', 'worker'].map(of)
const millisecondsOf = (text = '') => Number.parseFloat(text) * (text.endsWith('ms') ? 1 : 1000)

describe("the cluster's compose file", () => {
  it('starts a balancer, two nodes, two workers, PostgreSQL and Redis', () => {
    expect(Object.keys(services)).toEqual(['balancer', 'api-1', 'api-2', 'worker', 'postgres', 'redis'])
    expect(of('worker')).toMatchObject({ command: ['worker'], deploy: { replicas: 2 } })
    expect(balancer.match(/^ {2}server .*$/gm)).toEqual(['  server api-1 api-1:8787', '  server api-2 api-2:8787'])
  })

  it('gives each Gleaner program the same limits as a single service', () => {
    const keys = ['read_only', 'cap_drop', 'security_opt', 'mem_limit', 'stop_grace_period'] as const
    for (const program of programs) for (const key of keys) expect(program[key], key).toEqual(alone[key])
  })

  it('gives the nodes and the workers valid settings', () => {
    for (const { environment = {} } of programs) {
      const env = Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+):\?[^}]*\}/g, 'a-secret-of-$1'),
      ])
      expect(readConfig({}, Object.fromEntries(env))).toMatchObject({ GLEANER_REDIS_URL: 'redis://redis:6379' })
    }
    expect(Object.keys(of('worker').environment ?? {})).not.toContain('GLEANER_DATABASE_URL')
  })

  it('keeps the data of each node in a separate volume', () => {
    const mounted = [of('api-1'), of('api-2')].map((node) => node.volumes)
    expect(mounted).toEqual([['data-1:/data'], ['data-2:/data']])
    expect(Object.keys(volumes)).toEqual(['data-1', 'data-2', 'postgres'])
  })

  it('exposes only the balancer, and keeps workers from reaching the database or the nodes', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['balancer', ['127.0.0.1:8787:8787']]])
    expect(networks).toMatchObject({ ledger: { internal: true }, queue: { internal: true } })
    const meet = (one: string, other: string) => of(one).networks.some((name) => of(other).networks.includes(name))
    expect([meet('worker', 'redis'), meet('worker', 'postgres'), meet('balancer', 'redis')]).toEqual([
      true,
      false,
      false,
    ])
    expect([meet('api-1', 'postgres'), meet('api-2', 'redis'), meet('balancer', 'api-2')]).toEqual([true, true, true])
  })

  it('starts each service once its dependencies are healthy', () => {
    for (const service of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy')
        // Gleaner's image has its own health check.
        expect(of(name).build ?? of(name).healthcheck?.test[0], name).toBeDefined()
      }
      expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    }
  })

  it('keeps Redis from evicting queue entries, with more memory than its limit', () => {
    const command = (of('redis') as Service & { command: string[] }).command.join(' ')
    expect(command).toContain('--maxmemory-policy noeviction')
    expect(command).toContain('--maxmemory 1gb')
    expect(of('redis').mem_limit).toBe('1536m')
  })
})

describe('the HAProxy configuration', () => {
  const timeout = (name: string) => millisecondsOf(new RegExp(`^ {2}timeout ${name} (\\S+)$`, 'm').exec(balancer)?.[1])

  it('waits longer than any request may take, and stops after the last response', () => {
    const maxMs = 300_000
    expect(timeout('server')).toBeGreaterThan(maxMs)
    expect(timeout('client')).toBeGreaterThan(maxMs)
    const hardStop = millisecondsOf(/hard-stop-after (\S+)/.exec(balancer)?.[1])
    expect(hardStop).toBeGreaterThanOrEqual(timeout('server'))
    expect(millisecondsOf(of('balancer').stop_grace_period)).toBeGreaterThan(hardStop)
  })

  it('accepts the same request headers as the service', () => {
    expect(Number(/tune\.bufsize (\d+)/.exec(balancer)?.[1])).toBeGreaterThan(128 * 1024)
  })

  it('does not log queries', () => {
    const format = /log-format "([^"]*)"/.exec(balancer)?.[1] ?? ''
    expect(format).toContain('%HPO')
    expect(format.match(/%(HU|HQ|r|hr|hrl|HP)\b/g)).toBeNull()
  })
})
