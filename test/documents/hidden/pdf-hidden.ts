/** 21 ways to hide a sentence in a PDF. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { drawn, filled, form, image, layers, line, pdf } from './pdf-page.ts'

const { hidden } = casesOf('pdf')

/** Puts these operators before the second sentence. */
const inState = (title: string, state: string) => hidden(title, (plain, other) => pdf(plain, line(other, { state })))

const layer = '<< /Type /OCG /Name (Notes) >>'

export const pdfHidden: readonly HiddenTextCase[] = [
  inState('white text', '1 1 1 rg'),
  hidden('nearly white text in a form, which inherits its colour', (plain, other) =>
    pdf(plain, 'q 0.99 g /Fm Do Q', { resources: '/XObject << /Fm 6 0 R >>', objects: [form(line(other))] }),
  ),
  inState('white text in CMYK', '0 0 0 0 k'),
  hidden('text in a spot colour with a tint of 0', (plain, other) =>
    pdf(plain, line(other, { state: '/Spot cs 0 scn' }), {
      resources: '/ColorSpace << /Spot [/Separation /Logo /DeviceRGB 6 0 R] >>',
      objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.8 0 0] /N 1 >>'],
    }),
  ),
  hidden('text in the colour of the rectangle behind it', (plain, other) =>
    pdf(plain, filled('0.1 0.2 0.5 rg') + line(other, { state: '0.1 0.2 0.5 rg' })),
  ),
  inState('stroked text with a white outline', '0 g 1 G 1 Tr'),
  inState('render mode 3', '3 Tr'),
  inState('render mode 7', '7 Tr'),
  hidden('render mode 3 with an image elsewhere on the page', (plain, other) =>
    pdf(plain, `${drawn(200, 200, 72, 200)} ${line(other, { state: '3 Tr' })}`, {
      resources: '/XObject << /Im 6 0 R >>',
      objects: [image((x, y) => (x * y) % 200)],
    }),
  ),
  hidden('0.5 pt text', (plain, other) => pdf(plain, line(other, { size: 0.5 }))),
  hidden('12 pt text that the text matrix scales to 0.5 pt', (plain, other) =>
    pdf(plain, `BT /F1 12 Tf 0.04 0 0 0.04 72 600 Tm (${other}) Tj ET`),
  ),
  inState('characters scaled to 1% of their width', '1 Tz'),
  hidden('fully transparent text', (plain, other) =>
    pdf(plain, `q /Clear gs ${line(other)} Q`, { resources: '/ExtGState << /Clear << /ca 0 /CA 0 >> >>' }),
  ),
  hidden('a soft mask that hides everything', (plain, other) =>
    pdf(plain, `q /Masked gs ${line(other)} Q`, {
      resources: '/ExtGState << /Masked << /SMask << /Type /Mask /S /Luminosity /G 6 0 R >> >> >>',
      objects: [form('0 g 0 0 612 792 re f', '/Group << /S /Transparency /CS /DeviceGray >>')],
    }),
  ),
  hidden('a layer that is off', (plain, other) =>
    pdf(plain, `/OC /Layer BDC ${line(other)} EMC`, {
      resources: '/Properties << /Layer 6 0 R >>',
      objects: [layer],
      catalog: layers('6 0 R', '/OFF [6 0 R]'),
    }),
  ),
  hidden('a layer that is off because the base state is off', (plain, other) =>
    pdf(plain, `/OC /Layer BDC ${line(other)} EMC`, {
      resources: '/Properties << /Layer 6 0 R >>',
      objects: [layer, '<< /Type /OCG /Name (Other) >>'],
      catalog: layers('6 0 R 7 0 R', '/BaseState /OFF /ON [7 0 R]'),
    }),
  ),
  hidden('a form that needs two layers, one of them off', (plain, other) =>
    pdf(plain, '/Fm Do', {
      resources: '/XObject << /Fm 9 0 R >>',
      objects: [
        layer,
        '<< /Type /OCG /Name (Other) >>',
        '<< /Type /OCMD /OCGs [6 0 R 7 0 R] /P /AllOn >>',
        form(line(other), '/OC 8 0 R'),
      ],
      catalog: layers('6 0 R 7 0 R', '/OFF [7 0 R]'),
    }),
  ),
  hidden('text covered by a filled rectangle', (plain, other) => pdf(plain, line(other) + filled('0.85 g'))),
  hidden('text covered by an image', (plain, other) =>
    pdf(plain, `${line(other)} ${drawn(450, 60, 50, 570)}`, {
      resources: '/XObject << /Im 6 0 R >>',
      objects: [image((x, y) => 120 + ((x + y) % 2) * 60)],
    }),
  ),
  hidden('text outside the clipping path', (plain, other) => pdf(plain, `q 60 100 400 30 re W n ${line(other)} Q`)),
  hidden('text outside the crop box', (plain, other) =>
    pdf(plain, line(other, { y: 60 }), { page: '/CropBox [0 120 612 792]' }),
  ),
]
