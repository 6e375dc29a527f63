import { BlockList, isIPv4 } from 'node:net'
import { fileURLToPath } from 'node:url'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig, settings } from '../../src/config.ts'
import { lacks } from '../needs.ts'
import { installPackages } from '../packaging/installed-packages.ts'
import { findHelm, helm, type KubernetesObject, refusal, render, unknownFields } from './rendered.ts'

interface EnvVar {
  name: string
  value?: string
  valueFrom?: { secretKeyRef?: { name: string; key: string }; fieldRef?: { fieldPath: string } }
}

interface PodSpec {
  enableServiceLinks: boolean
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
  securityContext: object
  containers: [{ args: string[]; env: EnvVar[]; securityContext: object; ports: { containerPort: number }[] }]
}

interface Peer {
  ipBlock?: { cidr: string; except: string[] }
  podSelector?: object
  namespaceSelector?: object
}

interface Policy {
  ingress: { from: Peer[] }[]
  egress: { to: Peer[]; ports: { port: number }[] }[]
}

/** Values that turn on all that the chart can do. */
const everything = {
  image: { repository: 'registry.example/gleaner', tag: '@sha256:0', pullSecrets: [{ name: 'registry' }] },
  hosts: ['gleaner.example.com'],
  secrets: { ANTHROPIC_API_KEY: { name: 'models' }, GLEANER_PROXY_URL: { name: 'proxy' } },
  settings: { GLEANER_LOCALE: 'de-CH' },
  api: {
    settings: { GLEANER_PLAYGROUND: 'off' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'spot', operator: 'Exists' }],
    podAnnotations: { team: 'web' },
  },
  worker: { keda: { enabled: true }, settings: { GLEANER_BROWSER_PAGES: '8' }, maxUnavailable: '10%' },
  service: { annotations: { owner: 'web' } },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'certificate', annotations: { owner: 'web' } },
  networkPolicy: {
    apiEgress: [{ to: [{ podSelector: {} }], ports: [{ port: 4318 }] }],
    workerEgress: [{ to: [{ podSelector: {} }], ports: [{ port: 3128 }] }],
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
}

const fewest = {
  api: { autoscaling: { enabled: false } },
  worker: { enabled: false },
  networkPolicy: { enabled: false },
  seccomp: { type: 'RuntimeDefault' },
}

const cases: [string, object][] = [
  ['its own values', {}],
  ['everything on', everything],
  ['the fewest parts', fewest],
]

let missing: string | null
beforeAll(async () => {
  missing = await installPackages(fileURLToPath(new URL('.', import.meta.url)))
}, 180_000)
beforeEach(({ skip }) => {
  skip(missing !== null, missing ?? '')
  skip(lacks('Helm', findHelm() !== null))
})

const named = <Spec>(objects: readonly KubernetesObject[], kind: string, name: string): Spec => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  expect(found, `${kind} ${name}`).toBeDefined()
  return found?.spec as Spec
}
const podOf = (objects: readonly KubernetesObject[], part: string) =>
  named<{ template: { spec: PodSpec } }>(objects, 'Deployment', `shop-gleaner-${part}`).template.spec

/** The environment of a pod's program: secrets that would pass, and the address that the cluster would give it. */
function environmentOf({ containers: [{ env }] }: PodSpec): Record<string, string> {
  const secrets: Record<string, string> = {
    GLEANER_DATABASE_URL: 'postgres://postgres/gleaner',
    GLEANER_REDIS_URL: 'redis://redis:6379',
    GLEANER_PROXY_URL: 'http://proxy:3128',
  }
  const pairs = env.map(({ name, value, valueFrom }) => [
    name,
    valueFrom?.fieldRef ? '10.0.0.7' : (value ?? secrets[name] ?? 'sixteen-characters'),
  ])
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value.replaceAll('$(POD_IP)', '10.0.0.7')]))
}

describe.each(cases)('the chart with %s', (_, values) => {
  it('passes the linter of Helm', async () => {
    const { code, stdout, stderr } = await helm('lint', values)
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  it("renders objects that the APIs' schemas take, with no field that they do not have", async () => {
    const objects = await render(values)
    expect(objects.length).toBeGreaterThan(3)
    expect((await Promise.all(objects.map(refusal))).filter((one) => one !== null)).toEqual([])
    expect(await unknownFields(objects)).toBe('')
  })

  it('gives each object a name of its own among its kind', async () => {
    const names = (await render(values)).map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('starts programs with settings that exist and that they accept', async () => {
    const objects = await render(values)
    for (const { kind, metadata } of objects.filter((object) => object.kind === 'Deployment')) {
      const pod = named<{ template: { spec: PodSpec } }>(objects, kind, metadata.name).template.spec
      const env = environmentOf(pod)
      expect(Object.keys(env).filter((name) => name !== 'POD_IP' && !(name in settings))).toEqual([])
      expect(readConfig({}, env)).toMatchObject({ GLEANER_HOST: '0.0.0.0' })
    }
  })
})

describe('the checks of the chart', () => {
  it('find a wrong value and an unknown field', async () => {
    const [deployment] = (await render(fewest)).filter(({ kind }) => kind === 'Deployment') as [KubernetesObject]
    const spec = deployment.spec as { template: { spec: object } }
    const withPod = (pod: object) => ({
      ...deployment,
      spec: { ...spec, template: { ...spec.template, spec: { ...spec.template.spec, ...pod } } },
    })
    expect(await refusal(withPod({ terminationGracePeriodSeconds: 'long' }))).toContain('must be integer')
    expect(await unknownFields([withPod({ terminationGraceSeconds: 30 })])).toContain('terminationGraceSeconds')
  })

  it.each<[string, object, string]>([
    ['a name that is no value', { api: { replica: 3 } }, 'replica'],
    ['no Secret for the secret', { secrets: { GLEANER_SECRET: { name: '' } } }, 'GLEANER_SECRET'],
    ['a secret among the settings', { settings: { GLEANER_SECRET: 'in the open, for all' } }, 'settings'],
    ['a key of a model among the settings', { api: { settings: { ANTHROPIC_API_KEY: 'in the open' } } }, 'settings'],
    ['a setting that the chart makes', { settings: { GLEANER_PORT: '80' } }, 'settings'],
    ['an Ingress without a host', { ingress: { enabled: true } }, 'ingress.enabled needs a name in hosts'],
  ])('of Helm refuse %s', async (_, values, words) => {
    const { code, stderr } = await helm('template', values)
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  })
})

describe('the pods', () => {
  it('run as a user without rights, on a root file system that nobody writes', async () => {
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
      // Kubernetes would set GLEANER_PORT=tcp://… for a Service of the name gleaner.
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
    }
  })

  it('get the time that their end takes', async () => {
    for (const values of [{}, { stopGraceSeconds: 120, preStopSeconds: 15 }]) {
      const pod = podOf(await render(values), 'worker')
      const { stopGraceSeconds = 24, preStopSeconds = 5 } = values
      expect(readConfig({}, environmentOf(pod)).GLEANER_STOP_GRACE_S).toBe(stopGraceSeconds)
      // The process has ended five seconds after its grace at most.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStopSeconds + stopGraceSeconds + 5)
    }
  })

  it('take every secret from a Secret, and workers only those that they need', async () => {
    const objects = await render(everything)
    const secretsOf = (part: string) =>
      podOf(objects, part).containers[0].env.flatMap(({ name, valueFrom }) => (valueFrom?.secretKeyRef ? [name] : []))
    expect(secretsOf('worker').sort()).toEqual(['GLEANER_PROXY_URL', 'GLEANER_REDIS_URL', 'GLEANER_SECRET'])
    expect(secretsOf('api')).toEqual(expect.arrayContaining(['ANTHROPIC_API_KEY', 'GLEANER_DATABASE_URL']))
    const open = podOf(objects, 'api').containers[0].env.flatMap(({ name, value }) =>
      value === undefined ? [] : [name],
    )
    expect(open.filter((name) => /SECRET|KEY|DATABASE|REDIS/.test(name))).toEqual([])
  })

  it('start the commands serve and worker, on the ports where these listen', async () => {
    const objects = await render()
    const started = ['api', 'worker'].map((part) => {
      const { args, ports } = podOf(objects, part).containers[0]
      return [...args, ...ports.map(({ containerPort }) => containerPort)]
    })
    expect(started).toEqual([
      ['serve', readConfig({}, {}).GLEANER_PORT],
      ['worker', 8788],
    ])
  })
})

describe('the network policies', () => {
  /** Whether a policy lets its pods reach the address by its number. */
  async function reaches(part: string, address: string): Promise<boolean> {
    const { egress } = named<Policy>(await render(), 'NetworkPolicy', `shop-gleaner-${part}`)
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

  it('let workers reach names and Redis inside the cluster and nothing else, and be reached by monitors alone', async () => {
    const objects = await render()
    const { egress, ingress } = named<Policy>(objects, 'NetworkPolicy', 'shop-gleaner-worker')
    const inside = egress.filter(({ to }) => to.some((peer) => peer.ipBlock === undefined))
    expect(inside.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[53, 53], [6379]])
    expect(JSON.stringify(ingress)).not.toContain('ingress-nginx')
    const api = named<Policy>(objects, 'NetworkPolicy', 'shop-gleaner-api')
    expect(api.egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toContain(5432)
    expect(JSON.stringify(api.ingress)).toContain('ingress-nginx')
  })
})

describe('the number of pods', () => {
  const scalers = (objects: readonly KubernetesObject[]) =>
    objects
      .filter(({ kind }) => /Autoscaler|ScaledObject/.test(kind))
      .map(({ kind, metadata }) => `${kind} ${metadata.name}`)

  it('of workers follows the queue with KEDA, and the processor time without it', async () => {
    const api = 'HorizontalPodAutoscaler shop-gleaner-api'
    expect(scalers(await render())).toEqual([api, 'HorizontalPodAutoscaler shop-gleaner-worker'])
    expect(scalers(await render({ worker: { keda: { enabled: true } } }))).toEqual([
      api,
      'ScaledObject shop-gleaner-worker',
    ])
  })

  it('is that of the values where nothing scales', async () => {
    const values = {
      api: { replicas: 3, autoscaling: { enabled: false } },
      worker: { autoscaling: { enabled: false } },
    }
    const objects = await render(values)
    expect(scalers(objects)).toEqual([])
    expect(named(objects, 'Deployment', 'shop-gleaner-api')).toMatchObject({ replicas: 3 })
    expect(named(await render(), 'Deployment', 'shop-gleaner-api')).not.toHaveProperty('replicas')
  })

  it('is asked for at a name under which the API answers, which then shows its metrics', async () => {
    const objects = await render({ worker: { keda: { enabled: true } } })
    const { triggers } = named<{ triggers: { metadata: { url: string } }[] }>(
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
  it('leads to the API under each host, and neither to the metrics nor to the probes', async () => {
    const objects = await render({ ...everything, hosts: ['a.example', 'b.example'] })
    const { rules } = named<{ rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[] }>(
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
