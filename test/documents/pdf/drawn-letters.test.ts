import { expect, test } from 'vitest'
import { markdownOf } from './pdf-markdown.ts'
import { linesAt } from './placed-text.ts'

test('an accent drawn over a letter is combined with it', async () => {
  const texts = [
    { text: 'Andreas Gr\xa8', x: 72, y: 100 },
    { text: 'unter wrote this in Besan', x: 72 + 11 * 4.6, y: 100 },
  ]
  expect(await markdownOf({ texts })).toBe('Andreas Grünter wrote this in Besan')
})

test('an accent next to a letter stays separate', async () => {
  expect(await markdownOf({ texts: [{ text: 'the sign \xa8 and the letter', x: 72, y: 100 }] })).toBe(
    'the sign ¨ and the letter',
  )
})

test('plus signs before lines are list bullets', async () => {
  const texts = linesAt(72, 100, ['+ fits on both sizes', '+ may be changed'])
  expect(await markdownOf({ texts })).toBe('- fits on both sizes\n- may be changed')
})
