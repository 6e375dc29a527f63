/** PDFs in which a sentence only looks hidden. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { drawn, filled, image, layers, line, pdf, place, scan } from './pdf-page.ts'

const { visible } = casesOf('pdf')

const white = { state: '1 1 1 rg' }
const xObject = '/XObject << /Im 6 0 R >>'

const recognised = (words: string, y: number) => line(words, { y, state: '3 Tr' })

export const pdfVisible: readonly HiddenTextCase[] = [
  visible('white text on a dark rectangle', (plain, other) =>
    pdf(plain, filled('0.1 0.2 0.4 rg') + line(other, white)),
  ),
  visible('white text on a dark image', (plain, other) =>
    pdf(plain, `${drawn(450, 60, 50, 570)} ${line(other, white)}`, {
      resources: xObject,
      objects: [image((x, y) => 20 + ((x + y) % 2) * 30)],
    }),
  ),
  visible('white text on a dark gradient', (plain, other) =>
    pdf(plain, `q ${place} re W n /Sh sh Q ${line(other, white)}`, {
      resources:
        '/Shading << /Sh << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [60 0 460 0] /Function 6 0 R /Extend [true true] >> >>',
      objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0.3] /C1 [0.3 0 0.3] /N 1 >>'],
    }),
  ),
  visible('an OCR layer in render mode 3 over a scanned page', (plain, other) =>
    pdf('', `${drawn(612, 792, 0, 0)} ${recognised(plain, 700)} ${recognised(other, 600)}`, {
      resources: xObject,
      objects: [scan({ 700: plain, 600: other }, 0, 792)],
    }),
  ),
  visible('an OCR layer in render mode 3 under a page scanned in two strips', (plain, other) =>
    pdf(
      '',
      `${recognised(plain, 700)} ${recognised(other, 200)} ${drawn(612, 396, 0, 396)} ${drawn(612, 396, 0, 0, 'Low')}`,
      {
        resources: '/XObject << /Im 6 0 R /Low 7 0 R >>',
        objects: [scan({ 700: plain }, 396, 396), scan({ 200: other }, 0, 396)],
      },
    ),
  ),
  visible('5 pt text at the foot of the page', (plain, other) => pdf(plain, line(other, { y: 90, size: 5 }))),
  visible('raised 4 pt text', (plain, other) =>
    pdf(plain, `BT /F1 12 Tf 72 600 Td (Tides) Tj /F1 4 Tf 5 Ts ( ${other}) Tj ET`),
  ),
  visible('light gray text', (plain, other) => pdf(plain, line(other, { state: '0.75 g' }))),
  visible('text drawn over a filled rectangle', (plain, other) => pdf(plain, filled('1 0.9 0.3 rg') + line(other))),
  visible('a 1 pt font that the text matrix scales to 12 pt', (plain, other) =>
    pdf(plain, `BT /F1 1 Tf 12 0 0 12 72 600 Tm (${other}) Tj ET`),
  ),
  visible('a layer that is on, where another is off', (plain, other) =>
    pdf(plain, `/OC /Layer BDC ${line(other)} EMC`, {
      resources: '/Properties << /Layer 6 0 R >>',
      objects: ['<< /Type /OCG /Name (Notes) >>', '<< /Type /OCG /Name (Other) >>'],
      catalog: layers('6 0 R 7 0 R', '/OFF [7 0 R]'),
    }),
  ),
  visible('half-transparent text inside the clipping path', (plain, other) =>
    pdf(plain, `q ${place} re W n /Half gs ${line(other)} Q`, { resources: '/ExtGState << /Half << /ca 0.5 >> >>' }),
  ),
  visible('text under a highlighter in the multiply mode', (plain, other) =>
    pdf(plain, `${line(other)} q /Marker gs ${filled('1 1 0 rg')} Q`, {
      resources: '/ExtGState << /Marker << /BM /Multiply /ca 1 >> >>',
    }),
  ),
  visible('white text with a black outline', (plain, other) =>
    pdf(plain, line(other, { size: 18, state: '1 g 0 G 0.5 w 2 Tr' })),
  ),
]
