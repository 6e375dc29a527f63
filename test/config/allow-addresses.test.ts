import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

const read = (text: string) => readConfig({ GLEANER_ALLOW_ADDRESSES: text }, {}).GLEANER_ALLOW_ADDRESSES

it('GLEANER_ALLOW_ADDRESSES accepts ranges and single addresses', () => {
  expect(read('127.0.0.2, ::1,10.0.0.0/8')).toEqual(['127.0.0.2/32', '::1/128', '10.0.0.0/8'])
  for (const text of ['localhost', '127.0.0', 'fe80::1%eth0']) expect(() => read(text)).toThrow('must be CIDRs')
})
