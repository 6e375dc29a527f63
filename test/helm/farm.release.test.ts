import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { chosenFarm } from '../../src/config/service-settings.ts'
import { environmentOf, podOf, specOf } from './objects.ts'
import { type KubernetesObject, render } from './rendered.ts'
import { useHelm } from './use-helm.ts'

useHelm()

const peers = [{ ipBlock: { cidr: '10.9.0.0/16' } }]
const values = {
  secrets: { GLEANER_BROWSER_WS: { name: 'farm', key: 'addresses' } },
  browserFarm: { egressPort: 9000, ports: [3000, 9222], peers },
}
const parts = ['api', 'worker']

interface Rule {
  from?: object[]
  to?: object[]
  ports: { protocol: string; port: number | string }[]
}
const policyOf = (objects: readonly KubernetesObject[], part: string) =>
  specOf<{ ingress: Rule[]; egress: Rule[] }>(objects, 'NetworkPolicy', `shop-gleaner-${part}`)

describe('a browser farm', () => {
  it("is configured by its Secret, and reaches each pod's egress proxy at the pod's address", async () => {
    const objects = await render(values)
    for (const part of parts) {
      const pod = podOf(objects, part)
      const { env, ports } = pod.containers[0]
      expect(env).toContainEqual({
        name: 'GLEANER_BROWSER_WS',
        valueFrom: { secretKeyRef: { name: 'farm', key: 'addresses' } },
      })
      expect(ports).toContainEqual({ name: 'egress', containerPort: 9000, protocol: 'TCP' })
      expect(chosenFarm(readConfig({}, environmentOf(pod)))).toMatchObject({
        addresses: ['ws://farm:3000?token=secret'],
        egressUrl: 'http://10.0.0.7:9000',
      })
    }
  })

  it('is allowed by the network policies, both to its ports and from it to the egress proxy', async () => {
    const objects = await render(values)
    for (const part of parts) {
      const { ingress, egress } = policyOf(objects, part)
      expect(egress).toContainEqual({
        to: peers,
        ports: [
          { protocol: 'TCP', port: 3000 },
          { protocol: 'TCP', port: 9222 },
        ],
      })
      expect(ingress).toContainEqual({ from: peers, ports: [{ protocol: 'TCP', port: 'egress' }] })
    }
  })

  it('changes nothing if it is not configured', async () => {
    const objects = await render()
    for (const part of parts) {
      const { env, ports } = podOf(objects, part).containers[0]
      expect(env.filter(({ name }) => /EGRESS|BROWSER/.test(name))).toEqual([])
      expect(ports).toHaveLength(1)
      const { ingress, egress } = policyOf(objects, part)
      expect(JSON.stringify([ingress, egress])).not.toMatch(/egress|browser-farm/)
    }
  })
})
