/** PDFs that hide a sentence: 21 ways. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { drawn, filled, form, image, layers, line, pdf } from './pdf-page.ts'

const { hidden } = casesOf('pdf')

/** The second sentence with these operators before it. */
const inState = (title: string, state: string) => hidden(title, (plain, other) => pdf(plain, line(other, { state })))

const layer = '<< /Type /OCG /Name (Notes) >>'

export const pdfHidden: readonly HiddenTextCase[] = [
  inState('white text', '1 1 1 rg'),
  hidden('nearly white by the colour before a form is drawn', (plain, other) =>
    pdf(plain, 'q 0.99 g /Fm Do Q', { resources: '/XObject << /Fm 6 0 R >>', objects: [form(line(other))] }),
  ),
  inState('white in CMYK', '0 0 0 0 k'),
  hidden('no ink of a spot colour', (plain, other) =>
    pdf(plain, line(other, { state: '/Spot cs 0 scn' }), {
      resources: '/ColorSpace << /Spot [/Separation /Logo /DeviceRGB 6 0 R] >>',
      objects: ['<< /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.8 0 0] /N 1 >>'],
    }),
  ),
  hidden('the colour of the rectangle under it', (plain, other) =>
    pdf(plain, filled('0.1 0.2 0.5 rg') + line(other, { state: '0.1 0.2 0.5 rg' })),
  ),
  inState('only outlines, in white', '0 g 1 G 1 Tr'),
  inState('render mode 3', '3 Tr'),
  inState('render mode 7', '7 Tr'),
  hidden('render mode 3 beside an image', (plain, other) =>
    pdf(plain, `${drawn(200, 200, 72, 200)} ${line(other, { state: '3 Tr' })}`, {
      resources: '/XObject << /Im 6 0 R >>',
      objects: [image((x, y) => (x * y) % 200)],
    }),
  ),
  hidden('half a point', (plain, other) => pdf(plain, line(other, { size: 0.5 }))),
  hidden('12 points, which the text matrix makes half a point', (plain, other) =>
    pdf(plain, `BT /F1 12 Tf 0.04 0 0 0.04 72 600 Tm (${other}) Tj ET`),
  ),
  inState('letters scaled to 1 % of their width', '1 Tz'),
  hidden('fully transparent', (plain, other) =>
    pdf(plain, `q /Clear gs ${line(other)} Q`, { resources: '/ExtGState << /Clear << /ca 0 /CA 0 >> >>' }),
  ),
  hidden('a soft mask that lets nothing through', (plain, other) =>
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
  hidden('a layer that is not named, where all are off', (plain, other) =>
    pdf(plain, `/OC /Layer BDC ${line(other)} EMC`, {
      resources: '/Properties << /Layer 6 0 R >>',
      objects: [layer, '<< /Type /OCG /Name (Other) >>'],
      catalog: layers('6 0 R 7 0 R', '/BaseState /OFF /ON [7 0 R]'),
    }),
  ),
  hidden('a form that needs two layers, one of which is off', (plain, other) =>
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
  hidden('under a filled rectangle', (plain, other) => pdf(plain, line(other) + filled('0.85 g'))),
  hidden('under an image', (plain, other) =>
    pdf(plain, `${line(other)} ${drawn(450, 60, 50, 570)}`, {
      resources: '/XObject << /Im 6 0 R >>',
      objects: [image((x, y) => 120 + ((x + y) % 2) * 60)],
    }),
  ),
  hidden('outside of the clipping path', (plain, other) => pdf(plain, `q 60 100 400 30 re W n ${line(other)} Q`)),
  hidden('outside of the crop box', (plain, other) =>
    pdf(plain, line(other, { y: 60 }), { page: '/CropBox [0 120 612 792]' }),
  ),
]
