import { expect, it, onTestFinished } from 'vitest'
import { openTestService } from '../../../service.ts'

const forwarded = { 'x-forwarded-host': 'gleaner.example', 'x-forwarded-proto': 'https' }

async function serversFor(headers: Record<string, string>, settings: Record<string, string> = {}) {
  const service = await openTestService({ GLEANER_ALLOWED_HOSTS: 'gleaner.example', ...settings })
  onTestFinished(() => service.close())
  const { servers } = (await (await fetch(`${service.url}/openapi.json`, { headers })).json()) as { servers: unknown }
  return { servers, own: service.url }
}

it('/openapi.json names the URL of the service as the request names it', async () => {
  const { servers, own } = await serversFor({})
  expect(servers).toEqual([{ url: own }])
})

it('/openapi.json names the public URL if there is one', async () => {
  const { servers } = await serversFor({}, { GLEANER_PUBLIC_URL: 'https://gleaner.example' })
  expect(servers).toEqual([{ url: 'https://gleaner.example' }])
})

it('/openapi.json names the URL that a trusted proxy forwards, and ignores any other', async () => {
  const trusted = await serversFor(forwarded, { GLEANER_TRUST_PROXY: 'true' })
  expect(trusted.servers).toEqual([{ url: 'https://gleaner.example' }])
  const { servers, own } = await serversFor(forwarded)
  expect(servers).toEqual([{ url: own }])
})
