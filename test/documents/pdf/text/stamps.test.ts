import { expect, test } from 'vitest'
import { pdfMarkdown } from '../pdf-markdown.ts'
import { pdfText } from '../pdf-text.ts'
import { linesAt, type Placed, placedPdf } from '../placed-text.ts'

const prose = Array.from(
  { length: 20 },
  () => 'The harbour lies on the north side of the island, behind the old stone pier.',
)
const body = [{ text: 'On harbours', x: 90, y: 60, size: 18 }, ...linesAt(90, 100, prose)]
const stamp = (text: string, rest: Partial<Placed> = {}): Placed => ({
  text,
  x: 40,
  y: 600,
  size: 20,
  turned: 90,
  ...rest,
})

test.each<[string, Placed[]]>([
  ['beside the text', [stamp('arXiv:2301.01234v1 [cs.XX] 3 Jan 2023')]],
  ['in two lines beside the text', [stamp('arXiv:2301.01234v1 [cs.XX]'), stamp('3 Jan 2023', { x: 64 })]],
  ['across the text', [stamp('CONFIDENTIAL', { x: 150, y: 500, size: 60, turned: 45 })]],
])('a stamp %s is left out, and the warning quotes it', async (_, stamps) => {
  const file = placedPdf([{ texts: [...body, ...stamps] }])
  expect(await pdfMarkdown(file)).toBe(`# On harbours\n\n${prose.join(' ')}`)
  const { warnings } = await pdfText(file)
  expect(warnings.map(({ message }) => message).join()).toContain(`"${stamps[0]?.text}"`)
})

test('turned text on three pages is left out', async () => {
  const text = stamp('Draft of the council', { x: 300, y: 400, size: 9 })
  const pages = [1, 2, 3].map((number) => ({
    texts: [...linesAt(90, 100, [`Page of ${'abc'[number]}`, ...prose]), text],
  }))
  expect(await pdfMarkdown(placedPdf(pages))).not.toContain('Draft')
})

test('turned names in a drawing are text, not headings', async () => {
  const names = ['Depth in metres', 'Width of the pier'].map((text, at) =>
    stamp(text, { x: 120 + at * 60, y: 600, size: 14, turned: at === 0 ? 90 : 45 }),
  )
  const markdown = await pdfMarkdown(placedPdf([{ texts: [...body, ...names] }]))
  expect(markdown).toMatch(/\n\nWidth of the pier\n\nDepth in metres$/)
})

test('an axis name at the edge of a page with little text is kept', async () => {
  const texts = [...linesAt(90, 100, ['Depth of the harbour', '2001', '2002']), stamp('Depth in metres', { size: 10 })]
  expect(await pdfMarkdown(placedPdf([{ texts }]))).toContain('Depth in metres')
})
