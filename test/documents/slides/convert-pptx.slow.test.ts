import { expect, test } from 'vitest'
import { outputOf } from '../format-document.ts'
import { presentationOf, shape } from './presentation.ts'

test('a presentation keeps all of its slides, even if there are very many', async () => {
  const slides = Array.from({ length: 5001 }, (_, i) => ({ shapes: shape(`T${i + 1}`, { type: 'title' }) }))
  expect(await outputOf('pptx', presentationOf(slides))).toMatch(/## T5000\n\n## T5001$/)
})
