import { expect, it } from 'vitest'
import { hostOf, portOf } from '../../../src/fetch/guard/address-policy.ts'

it.each([
  ['http://a.example/', 'a.example', 80],
  ['https://a.example/', 'a.example', 443],
  ['https://a.example:8443/', 'a.example', 8443],
  ['http://[2606:4700::1111]:8080/', '2606:4700::1111', 8080],
])('%s leads to host %s and port %i', (url, host, port) => {
  expect([hostOf(new URL(url)), portOf(new URL(url))]).toEqual([host, port])
})
