import { describe, expect, it } from 'vitest'
import { readConfig, settings } from '../../src/config/config.ts'
import { environmentOf, everything, fewest, type PodSpec, specOf } from './objects.ts'
import { helm, type KubernetesObject, refusal, render, unknownFields } from './rendered.ts'
import { useHelm } from './use-helm.ts'

const cases: [string, object][] = [
  ['its own values', {}],
  ['everything on', everything],
  ['the fewest parts', fewest],
]

useHelm()

/** Variables that aren't Gleaner's settings. */
const ofNode = ['POD_IP', 'UV_THREADPOOL_SIZE']

describe.each(cases)('the chart with %s', (_, values) => {
  it('passes the Helm linter', async () => {
    const { code, stdout, stderr } = await helm('lint', values)
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  it("renders objects that are valid under the APIs' schemas, without unknown fields", async () => {
    const objects = await render(values)
    expect(objects.length).toBeGreaterThan(3)
    expect((await Promise.all(objects.map(refusal))).filter((one) => one !== null)).toEqual([])
    expect(await unknownFields(objects)).toBe('')
  })

  it('gives each object a unique name within its kind', async () => {
    const names = (await render(values)).map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('starts programs with existing, valid settings', async () => {
    const objects = await render(values)
    for (const { kind, metadata } of objects.filter((object) => object.kind === 'Deployment')) {
      const pod = specOf<{ template: { spec: PodSpec } }>(objects, kind, metadata.name).template.spec
      const env = environmentOf(pod)
      expect(Object.keys(env).filter((name) => !ofNode.includes(name) && !(name in settings))).toEqual([])
      expect(readConfig({}, env)).toMatchObject({ GLEANER_HOST: '0.0.0.0' })
    }
  })
})

describe('the checks of the chart', () => {
  it('find an invalid value and an unknown field', async () => {
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
    ['a name that is not a value', { api: { replica: 3 } }, 'replica'],
    ['no Secret for the secret', { secrets: { GLEANER_SECRET: { name: '' } } }, 'GLEANER_SECRET'],
    ['a secret among the settings', { settings: { GLEANER_SECRET: 'in the open, for all' } }, 'settings'],
    ['a model key among the settings', { api: { settings: { ANTHROPIC_API_KEY: 'in the open' } } }, 'settings'],
    ['farm URLs among the settings', { settings: { GLEANER_BROWSER_WS: 'ws://farm?token=t' } }, 'settings'],
    ['a farm port that is taken', { browserFarm: { egressPort: 8787 } }, 'egressPort'],
    ['a setting that the chart sets itself', { settings: { GLEANER_PORT: '80' } }, 'settings'],
    ['an Ingress without a host', { ingress: { enabled: true } }, 'ingress.enabled needs a name in hosts'],
  ])('refuse %s in Helm', async (_, values, words) => {
    const { code, stderr } = await helm('template', values)
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  })
})
