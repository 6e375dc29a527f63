/** The suite for fact store adapters. Every adapter passes it. */

import { expect, it } from 'vitest'
import type { FactStore } from '../../../src/pages/nodes/service-nodes.ts'

/** `open` creates an empty store. */
export function describeFactStore(open: () => Promise<FactStore>): void {
  it('can be added, and replaced by name', async () => {
    const facts = await open()
    expect(await facts.read('key-a', 'subject')).toEqual({})
    await facts.write('key-a', 'subject', { one: '1', 'two €': '"2"' })
    await facts.write('key-a', 'subject', { one: '3' })
    expect(await facts.read('key-a', 'subject')).toEqual({ one: '3', 'two €': '"2"' })
  })

  it('belong to their owner and their subject', async () => {
    const facts = await open()
    await facts.write(null, 'subject', { one: '1' })
    for (const owner of ['null', '-', '']) expect(await facts.read(owner, 'subject'), owner).toEqual({})
    expect(await facts.read(null, 'another')).toEqual({})
    expect(await facts.read(null, 'subject')).toEqual({ one: '1' })
  })
}
