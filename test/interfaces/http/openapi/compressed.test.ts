import { expect, it, onTestFinished } from 'vitest'
import { openTestService } from '../../../service.ts'

it.each([
  ['br', 'gzip, br'],
  ['gzip', 'gzip'],
  [null, 'identity'],
])('/openapi.json is sent as %s to a client that accepts %s, with the same content', async (coding, accepted) => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const plain = await (
    await fetch(`${service.url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } })
  ).text()
  const response = await fetch(`${service.url}/openapi.json`, { headers: { 'accept-encoding': accepted } })
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([coding, 'Accept-Encoding'])
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.text()).toBe(plain)
})
