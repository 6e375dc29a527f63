import { describe, expect, it } from 'vitest'
import { isPhoneNumber, phoneNumberIn } from '../../../src/ads/text/short-texts.ts'

describe('a phone number', () => {
  it.each([
    ['(866) 991-2631', '(866) 991-2631'],
    ['Call +44 20 7946 0123 now', '+44 20 7946 0123'],
    ['085 055 0247', '085 055 0247'],
    ['De 5 001 € à 21 500 €', null],
    ['1000000', null],
    ['2018-2019', null],
  ])('in %s is %s', (text, phone) => {
    expect(phoneNumberIn(text)).toBe(phone)
  })

  it('is the whole text if it has no words around it', () => {
    expect(isPhoneNumber('+44 20 7946 0123')).toBe(true)
    expect(isPhoneNumber('Call +44 20 7946 0123')).toBe(false)
    expect(isPhoneNumber('')).toBe(false)
  })
})
