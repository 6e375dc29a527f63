import { describe, expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { onePage, stream } from './pdf-document.ts'

const resources = `/Resources << /Font << /F1 5 0 R >> /XObject << /Image 6 0 R /Form 7 0 R /Layered 8 0 R >>
  /ExtGState << /Clear << /ca 0 /CA 0 >> /Multiply << /BM /Multiply >> >>
  /Properties << /Off 9 0 R /On 10 0 R /AllOn << /Type /OCMD /OCGs [9 0 R 10 0 R] /P /AllOn >> >>
  /ColorSpace << /Spot [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1 >>] >>
  /Shading << /Shade << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 600 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [0 0 0] /C1 [1 0 0] /N 1 >> >> >> >>`
const form = (dictionary: string) =>
  stream(
    `BT /F1 12 Tf 72 600 Td (${secret}) Tj ET`,
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> ${dictionary}`,
  )
const objects = [
  stream('\0', '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'),
  form('/Group << /S /Transparency >>'),
  form('/OC 9 0 R'),
  '<< /Type /OCG /Name (Off) >>',
  '<< /Type /OCG /Name (On) >>',
]

/** The text at (72, 600), 12 points high. */
const words = (before = '', at = '72 600 Td', size = 12, text = secret) =>
  `BT ${before} /F1 ${size} Tf ${at} (${text}) Tj ET`

function page(content: string, { more = '', layers = '/OFF [9 0 R]', annotations = '' } = {}) {
  return onePage({
    content: `BT 0.2 g /F1 12 Tf 72 720 Td (${seen}) Tj ET\n${content}`,
    page: `${resources} ${annotations && `/Annots [${annotations}]`}`,
    catalog: `/OCProperties << /OCGs [9 0 R 10 0 R] /D << ${layers} >> >> ${more}`,
    objects,
  })
}

const onImage = '612 0 0 792 0 0 cm /Image Do'
const dark = '0.1 0.2 0.3 rg'

const hidden: Readonly<Record<string, string>> = {
  white: words('1 g'),
  'nearly white': words('0.99 0.99 1 rg'),
  'white ink': words('0 0 0 0 k'),
  'white ink with another name': words('/Spot cs 0 scn'),
  'the colour of a rectangle below it': `${dark} 50 580 500 50 re f ${words(dark)}`,
  'white on a white rectangle above a dark one': `${dark} 0 0 612 700 re f 1 g 50 580 500 50 re f ${words('1 g')}`,
  'render mode 3': words('3 Tr'),
  'render mode 7': `q ${words('7 Tr')} Q`,
  'a white outline': words('1 Tr 1 G'),
  'a tenth of a point': words('', '72 600 Td', 0.1),
  'a matrix that shrinks it': words('', '0.1 0 0 0.1 72 600 Tm'),
  'coordinates that shrink it': `q 0.1 0 0 0.1 72 600 cm ${words('', '0 0 Td')} Q`,
  'letters at one percent width': words('1 Tz'),
  'letters on top of each other': words('-6.5 Tc'),
  transparent: `q /Clear gs ${words()} Q`,
  'a transparent group': 'q /Clear gs /Form Do Q',
  'a layer that is off': `/OC /Off BDC ${words()} EMC`,
  'a layer that needs another one to be on': `/OC /AllOn BDC ${words()} EMC`,
  'a form in a layer that is off': '/Layered Do',
  'cut off': `q 0 0 10 10 re W n ${words()} Q`,
  'clipped completely': `q 72 600 0 0 re W n ${words()} Q`,
  'covered by a rectangle': `${words()} ${dark} 50 580 500 50 re f`,
}

const visible: Readonly<Record<string, string>> = {
  'white on a dark rectangle': `${dark} 50 580 500 50 re f ${words('1 g')}`,
  'white on a dark shape': `${dark} 0 500 m 600 500 l 600 700 l 20 710 l f ${words('1 g')}`,
  'white on an image': `q ${onImage} Q ${words('1 g')}`,
  'white on a gradient': `q 50 580 500 50 re W n /Shade sh Q ${words('1 g')}`,
  'white with a dark outline': words('2 Tr 1 g 0 G'),
  'a layer of words over a scan': `q ${onImage} Q ${words('3 Tr')}`,
  'a layer of words below a scan': `${words('3 Tr')} q ${onImage} Q`,
  'words below a scan': `${words()} q ${onImage} Q`,
  'letters filled with an image': `q ${words('7 Tr')} ${onImage} Q`,
  'below a marker': `${words()} q /Multiply gs 1 1 0 rg 50 580 500 50 re f Q`,
  'partly below a rectangle without a fill': `${words()} 50 580 500 50 re S`,
  'light grey': words('0.8 g'),
  'five points': words('', '72 600 Td', 5),
  narrow: words('60 Tz'),
  'mirrored twice': `q 1 0 0 -1 0 792 cm -100 Tz ${words('', '72 192 Td', -12)} Q`,
  'a layer that is on': `/OC /On BDC ${words()} EMC`,
  'inside the clipping area': `q 50 590 500 30 re W n ${words()} Q`,
  'white reset to the default': `q 1 g Q ${words()}`,
}

describe('hidden text in a PDF', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, content) => {
    await expectHidden('pdf', page(content))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, content) => {
    await expectVisible('pdf', page(content))
  })

  it('is dropped if all layers except some are off', async () => {
    const layers = '/BaseState /OFF /ON [10 0 R]'
    await expectHidden('pdf', page(`/OC /Off BDC ${words()} EMC`, { layers }))
    await expectVisible('pdf', page(`/OC /On BDC ${words()} EMC`, { layers }))
  })

  it('is dropped from within a line', async () => {
    const line = `BT /F1 12 Tf 72 600 Td (Pay ) Tj 3 Tr (${secret.slice(0, 44)} ) Tj 0 Tr (ten euros) Tj ET`
    const { content } = await formatDocument('pdf', page(line))
    expect(content).toMatch(/Pay\s+ten euros/)
  })

  it('includes the second part of a letter that is drawn in two clipping areas', async () => {
    const parts = ['72 590 35 30', '107 590 200 30'].map(
      (area) => `q ${area} re W n ${words('', '72 600 Td', 12, 'Reasoning')} Q`,
    )
    const { content } = await formatDocument('pdf', page(parts.join('\n')))
    expect(String(content).replaceAll('\\\n', '')).toMatch(/Reas ?o ?ning/)
  })

  it('is dropped from typed annotations and form fields', async () => {
    const note = (colour: string, rect = '72 500 400 540') =>
      `<< /Type /Annot /Subtype /FreeText /Rect [${rect}] /Contents (${secret}) /DA (${colour} rg /F1 12 Tf) /F 4 >>`
    await expectHidden('pdf', page('', { annotations: note('1 1 1') }))
    await expectHidden('pdf', page('', { annotations: note('0 0 0', '72 500 72 500') }))
    await expectHidden('pdf', page('', { annotations: note('0 0 0', '-900 500 -500 540') }))
    await expectVisible('pdf', page('', { annotations: note('0 0 1') }))
  })
})
