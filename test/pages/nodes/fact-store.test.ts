import { describe, expect, it } from 'vitest'
import { createMemoryFacts } from '../../../src/pages/nodes/service-nodes.ts'
import { describeFactStore } from './fact-store-suite.ts'

describe('facts in memory', () => {
  describeFactStore(async () => createMemoryFacts())

  it('are kept for the most recently written subjects', async () => {
    const facts = createMemoryFacts(2)
    for (const subject of ['one', 'two', 'one', 'three']) await facts.write('key-a', subject, { is: subject })
    const known = await Promise.all(['one', 'two', 'three'].map((subject) => facts.read('key-a', subject)))
    expect(known).toEqual([{ is: 'one' }, {}, { is: 'three' }])
  })
})
