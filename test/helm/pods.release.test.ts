import { BlockList, isIPv4 } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { environmentOf, everything, podOf, specOf } from './objects.ts'
import { type KubernetesObject, render } from './rendered.ts'
import { useHelm } from './use-helm.ts'

interface Peer {
  ipBlock?: { cidr: string; except: string[] }
  podSelector?: object
  namespaceSelector?: object
}

interface Policy {
  ingress: { from: Peer[] }[]
  egress: { to: Peer[]; ports: { port: number }[] }[]
}

useHelm()

describe('the pods', () => {
  it('run as an unprivileged user on a read-only root file system', async () => {
    const objects = await render()
    for (const part of ['api', 'worker']) {
      const pod = podOf(objects, part)
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'Localhost', localhostProfile: 'gleaner/seccomp.json' },
      })
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      // Kubernetes would set GLEANER_PORT=tcp://… for a Service named gleaner.
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    }
  })

  it('get enough time to stop', async () => {
    for (const values of [{}, { stopGraceSeconds: 120, preStopSeconds: 15 }]) {
      const pod = podOf(await render(values), 'worker')
      const { stopGraceSeconds = 24, preStopSeconds = 5 } = values
      expect(readConfig({}, environmentOf(pod)).GLEANER_STOP_GRACE_S).toBe(stopGraceSeconds)
      // The process exits at most five seconds after its grace period.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStopSeconds + stopGraceSeconds + 5)
    }
  })

  it('read every secret from a Secret, and workers only those they need', async () => {
    const objects = await render(everything)
    const secretsOf = (part: string) =>
      podOf(objects, part).containers[0].env.flatMap(({ name, valueFrom }) => (valueFrom?.secretKeyRef ? [name] : []))
    const ofWorkers = ['GLEANER_BROWSER_WS', 'GLEANER_PROXY_URL', 'GLEANER_REDIS_URL', 'GLEANER_SECRET']
    expect(secretsOf('worker').sort()).toEqual(ofWorkers)
    expect(secretsOf('api')).toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY', 'GLEANER_DATABASE_URL']))
    const open = podOf(objects, 'api').containers[0].env.flatMap(({ name, value }) =>
      value === undefined ? [] : [name],
    )
    expect(open.filter((name) => /SECRET|KEY|DATABASE|REDIS/.test(name))).toEqual([])
  })

  it('start the commands serve and worker, on the right ports', async () => {
    const objects = await render()
    const started = ['api', 'worker'].map((part) => {
      const { args, ports } = podOf(objects, part).containers[0]
      return [...args, ...ports.map(({ containerPort }) => containerPort)]
    })
    expect(started).toEqual([
      ['serve', readConfig({}, {}).GLEANER_PORT],
      ['worker', readConfig({}, {}).GLEANER_WORKER_PORT],
    ])
  })
})

describe('the network policies', () => {
  /** True if a policy lets its pods reach the IP address. */
  async function reaches(part: string, address: string): Promise<boolean> {
    const { egress } = specOf<Policy>(await render(), 'NetworkPolicy', `shop-gleaner-${part}`)
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    const blocks = egress.flatMap(({ to }) => to).flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : []))
    return blocks.some(({ cidr, except }) => {
      const [all, closed] = [new BlockList(), new BlockList()]
      for (const [list, ranges] of [
        [all, [cidr]],
        [closed, except],
      ] as const) {
        for (const range of ranges) {
          const [net = '', bits] = range.split('/')
          list.addSubnet(net, Number(bits), isIPv4(net) ? 'ipv4' : 'ipv6')
        }
      }
      return all.check(address, family) && !closed.check(address, family)
    })
  }

  it.each(['10.96.0.1', '172.20.3.4', '192.168.1.1', '100.64.0.9', '169.254.169.254', 'fd00:ec2::254', 'fe80::1'])(
    'keep workers and API from %s',
    async (address) => {
      expect([await reaches('worker', address), await reaches('api', address)]).toEqual([false, false])
    },
  )

  it.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1'])('let them reach %s', async (address) => {
    expect([await reaches('worker', address), await reaches('api', address)]).toEqual([true, true])
  })

  it('let workers reach only DNS and Redis in the cluster, and let only monitors reach them', async () => {
    const objects = await render()
    const { egress, ingress } = specOf<Policy>(objects, 'NetworkPolicy', 'shop-gleaner-worker')
    const inside = egress.filter(({ to }) => to.some((peer) => peer.ipBlock === undefined))
    expect(inside.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[53, 53], [6379]])
    expect(JSON.stringify(ingress)).not.toContain('ingress-nginx')
    const api = specOf<Policy>(objects, 'NetworkPolicy', 'shop-gleaner-api')
    expect(api.egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toContain(5432)
    expect(JSON.stringify(api.ingress)).toContain('ingress-nginx')
  })
})

describe('the number of pods', () => {
  const scalers = (objects: readonly KubernetesObject[]) =>
    objects
      .filter(({ kind }) => /Autoscaler|ScaledObject/.test(kind))
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`)

  it('follows the queue for workers with KEDA, and CPU time without it', async () => {
    const api = 'HorizontalPodAutoscaler shop-gleaner-api'
    expect(scalers(await render())).toEqual([api, 'HorizontalPodAutoscaler shop-gleaner-worker'])
    expect(scalers(await render({ worker: { keda: { enabled: true } } }))).toEqual([
      api,
      'ScaledObject shop-gleaner-worker',
    ])
  })

  it('is the configured number if autoscaling is off', async () => {
    const values = {
      api: { replicas: 3, autoscaling: { enabled: false } },
      worker: { autoscaling: { enabled: false } },
    }
    const objects = await render(values)
    expect(scalers(objects)).toEqual([])
    expect(specOf(objects, 'Deployment', 'shop-gleaner-api')).toMatchObject({ replicas: 3 })
    expect(specOf(await render(), 'Deployment', 'shop-gleaner-api')).not.toHaveProperty('replicas')
  })

  it('is queried at a host name where the API serves metrics', async () => {
    const objects = await render({ worker: { keda: { enabled: true } } })
    const { triggers } = specOf<{ triggers: { metadata: { url: string } }[] }>(
      objects,
      'ScaledObject',
      'shop-gleaner-worker',
    )
    const env = readConfig({}, environmentOf(podOf(objects, 'api')))
    const url = new URL(triggers[0]?.metadata.url ?? '')
    expect([url.hostname, url.pathname]).toEqual(['shop-gleaner-api.web.svc', '/metrics'])
    expect(env.GLEANER_ALLOWED_HOSTS).toEqual(expect.arrayContaining([url.hostname, '10.0.0.7']))
    expect(env.GLEANER_METRICS).toBe('public')
  })
})

describe('the Ingress', () => {
  it('routes each host to the API, but not to the metrics or the probes', async () => {
    const objects = await render({ ...everything, hosts: ['a.example', 'b.example'] })
    const { rules } = specOf<{ rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[] }>(
      objects,
      'Ingress',
      'shop-gleaner',
    )
    expect(rules.map(({ host }) => host)).toEqual(['a.example', 'b.example'])
    const leads = (to: string) =>
      rules[0]?.http.paths.some(({ path, pathType }) =>
        pathType === 'Exact' ? to === path : to === path || to.startsWith(`${path.replace(/\/$/, '')}/`),
      )
    expect(['/v1/scrape', '/mcp', '/docs', '/openapi.json'].map(leads)).toEqual([true, true, true, true])
    expect(['/metrics', '/readyz', '/healthz'].map(leads)).toEqual([false, false, false])
  })
})
