/** Chart values for tests, and helpers that inspect the rendered objects. */

import { expect } from 'vitest'
import type { KubernetesObject } from './rendered.ts'

interface EnvVar {
  name: string
  value?: string
  valueFrom?: { secretKeyRef?: { name: string; key: string }; fieldRef?: { fieldPath: string } }
}

export interface PodSpec {
  enableServiceLinks: boolean
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds: number
  securityContext: object
  containers: [{ args: string[]; env: EnvVar[]; securityContext: object; ports: { containerPort: number }[] }]
}

/** Values that turn on every feature of the chart. */
export const everything = {
  image: { repository: 'registry.example/gleaner', tag: '@sha256:0', pullSecrets: [{ name: 'registry' }] },
  hosts: ['gleaner.example.com'],
  secrets: {
    ANTHROPIC_API_KEY: { name: 'models' },
    GLEANER_PROXY_URL: { name: 'proxy' },
    GLEANER_BROWSER_WS: { name: 'farm' },
  },
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

export const fewest = {
  api: { autoscaling: { enabled: false } },
  worker: { enabled: false },
  networkPolicy: { enabled: false },
  seccomp: { type: 'RuntimeDefault' },
}

/** Returns an object's specification. Fails the test if the object doesn't exist. */
export const specOf = <Spec>(objects: readonly KubernetesObject[], kind: string, name: string): Spec => {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name)
  expect(found, `${kind} ${name}`).toBeDefined()
  return found?.spec as Spec
}
/** Returns the pods of a component: `api` or `worker`. */
export const podOf = (objects: readonly KubernetesObject[], part: string) =>
  specOf<{ template: { spec: PodSpec } }>(objects, 'Deployment', `shop-gleaner-${part}`).template.spec

/** Returns the environment of a pod's program, with valid secrets and an address like one in the cluster. */
export function environmentOf({ containers: [{ env }] }: PodSpec): Record<string, string> {
  const secrets: Record<string, string> = {
    GLEANER_DATABASE_URL: 'postgres://postgres/gleaner',
    GLEANER_REDIS_URL: 'redis://redis:6379',
    GLEANER_PROXY_URL: 'http://proxy:3128',
    GLEANER_BROWSER_WS: 'ws://farm:3000?token=secret',
  }
  const pairs = env.map(({ name, value, valueFrom }) => [
    name,
    valueFrom?.fieldRef ? '10.0.0.7' : (value ?? secrets[name] ?? 'sixteen-characters'),
  ])
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value.replaceAll('$(POD_IP)', '10.0.0.7')]))
}
