import { expect, test } from 'vitest'
import { onePage } from './pdf-document.ts'
import { markdownOf } from './pdf-markdown.ts'
import { pdfText } from './pdf-text.ts'
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

test('a letter that is drawn in two tiles, half in each, is read once', async () => {
  const line = 'BT /F1 12 Tf 72 700 Td (Alpha beta gamma delta) Tj ET'
  const tiles = ['0 0 137 792', '137 0 475 792'].map((area) => `q ${area} re W n ${line} Q`)
  expect((await pdfText(onePage({ content: tiles.join('\n') }))).text).toBe('Alpha beta gamma delta')
})
