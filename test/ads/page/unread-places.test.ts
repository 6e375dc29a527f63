import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../fixtures.ts'

const row = '<div><a href="/aclk?ai=2"><span>Hotels.example</span></a><span>$120</span></div>'

describe('the location of an unread ad', () => {
  it('is reported with its first words', () => {
    const unread = ['"Hotels.example"']
    expect(read(row + organic)).toEqual({ status: 'layout_changed', ads: [], unread })
  })

  it('contains at most sixty characters of its text', () => {
    const long = row.replace(
      'Hotels.example',
      'A very long sentence of an advertiser that goes on and on and on without end',
    )
    expect(read(long + organic).unread).toEqual(['"A very long sentence of an advertiser that goes on and on an…"'])
  })

  it('is not reported if everything was read', () => {
    expect(read(textAd + organic)).not.toHaveProperty('unread')
  })
})
