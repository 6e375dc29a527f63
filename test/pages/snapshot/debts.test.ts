import { describe, expect, it } from 'vitest'
import { createDebts } from '../../../src/pages/snapshot/debts.ts'

const never = new AbortController().signal

describe('a load that several requests use', () => {
  it('is paid by the first, though others succeed sooner', async () => {
    const debts = createDebts()
    debts.begin('load')
    const [first, second, third] = ['load', 'load', 'load'].map(debts.join)
    const others = [second?.settle(never), third?.settle(never)]
    expect(await first?.settle(never)).toBe(true)
    expect(await Promise.all(others)).toEqual([false, false])
    expect(debts.isOpen('load')).toBe(false)
    expect(await debts.join('load').settle(never)).toBe(false)
  })

  it('is paid by the next that succeeds where the first fails', async () => {
    const debts = createDebts()
    debts.begin('load')
    const [first, second, third] = ['load', 'load', 'load'].map(debts.join)
    const others = [second?.settle(never), third?.settle(never)]
    first?.giveUp()
    expect(await Promise.all(others)).toEqual([true, false])
  })

  it('is paid by the next where the one that would have paid has failed since', async () => {
    const debts = createDebts()
    debts.begin('load')
    const [first, second] = ['load', 'load'].map(debts.join)
    expect(await first?.settle(never)).toBe(true)
    first?.giveUp()
    second?.giveUp()
    expect(debts.isOpen('load')).toBe(true)
    expect(await debts.join('load').settle(never)).toBe(true)
    first?.giveUp()
    expect(debts.isOpen('load')).toBe(false)
  })

  it('stays to be paid where all fail', async () => {
    const debts = createDebts()
    debts.begin('load')
    for (let i = 0; i < 3; i++) debts.join('load').giveUp()
    expect(debts.isOpen('load')).toBe(true)
    expect(await debts.join('load').settle(never)).toBe(true)
    expect(await debts.join('load').settle(never)).toBe(false)
  })

  it('is paid by one that can not wait for the first, which then does not pay', async () => {
    const debts = createDebts()
    debts.begin('load')
    const [first, second] = ['load', 'load'].map(debts.join)
    expect(await second?.settle(AbortSignal.abort())).toBe(true)
    expect(await first?.settle(never)).toBe(false)
  })

  it('is no other load', async () => {
    const debts = createDebts()
    debts.begin('one')
    debts.begin('two')
    expect(await debts.join('one').settle(never)).toBe(true)
    expect(await debts.join('two').settle(never)).toBe(true)
    expect(await debts.join('none').settle(never)).toBe(false)
  })
})
