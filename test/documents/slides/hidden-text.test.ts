import { describe, expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { presentationOf, shape } from './presentation.ts'

const solid = (colour: string, inside = '') =>
  `<a:solidFill><a:srgbClr val="${colour}">${inside}</a:srgbClr></a:solidFill>`
const scheme = (name: string) => `<a:solidFill><a:schemeClr val="${name}"/></a:solidFill>`
const run = (inside: string, attributes = '', text = secret) =>
  `<a:r><a:rPr ${attributes}>${inside}</a:rPr><a:t>${text}</a:t></a:r>`
const dark = solid('102030')
const white = run(solid('FFFFFF'))

interface Place {
  at?: readonly [x: number, y: number, width: number, height: number]
  fill?: string
  body?: string
  more?: string
}

/** In hundredths of the slide's width. */
function box(content: string, { at = [10, 10, 50, 20], fill = '', body = '', more = '' }: Place = {}) {
  const [x, y, cx, cy] = at.map((share) => Math.round(share * 91_440))
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n" ${more}/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>
    <a:prstGeom prst="rect"/>${fill}</p:spPr><p:txBody><a:bodyPr>${body}</a:bodyPr><a:lstStyle/><a:p>${content}</a:p></p:txBody></p:sp>`
}
const plain = run('')
const picture = (at: Place['at'] = [0, 0, 100, 75]) =>
  box('', { at })
    .replaceAll('p:sp>', 'p:pic>')
    .replace('<p:nvSpPr>', '<p:nvPicPr>')
    .replace('</p:nvSpPr>', '</p:nvPicPr>')
const table = (cell: string, style = '', content = white) =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="t"/></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl><a:tblPr>${style}</a:tblPr>
    <a:tr><a:tc><a:txBody><a:p>${content}</a:p></a:txBody><a:tcPr>${cell}</a:tcPr></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
const group = (inner: string, offset: number) =>
  `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="${offset}" y="0"/><a:ext cx="9144000" cy="6858000"/><a:chOff x="0" y="0"/><a:chExt cx="9144000" cy="6858000"/></a:xfrm></p:grpSpPr>${inner}</p:grpSp>`

const hidden: Readonly<Record<string, string>> = {
  white: box(white),
  'nearly white': box(run(solid('FDFDFD'))),
  'the colour of the background by its name': box(run(scheme('bg1'))),
  'a colour change that makes it white': box(
    run(
      '<a:solidFill><a:schemeClr val="tx1"><a:lumMod val="1000"/><a:lumOff val="99000"/></a:schemeClr></a:solidFill>',
    ),
  ),
  'the colour of its shape': box(run(dark), { fill: dark }),
  'white on a white shape above a dark one': box('', { fill: dark }) + box(white, { fill: solid('FFFFFF') }),
  transparent: box(run(solid('000000', '<a:alpha val="0"/>'))),
  'almost transparent': box(run(solid('000000', '<a:alpha val="2000"/>'))),
  'no fill': box(run('<a:noFill/>')),
  'one point': box(run('', 'sz="100"')),
  'letters scaled to zero': box(run('', 'sz="1800"'), { body: '<a:normAutofit fontScale="5000"/>' }),
  'letters on top of each other': box(run('', 'sz="1800" spc="-3000"')),
  'raised off the slide': box(run('', 'baseline="9000000"')),
  'left of the slide': box(plain, { at: [-60, 10, 50, 20] }),
  'below the slide': box(plain, { at: [10, 80, 50, 20] }),
  'without a size': box(plain, { at: [10, 10, 0, 0] }),
  'an indent beyond the slide': box(`<a:pPr marL="20000000"/>${plain}`),
  'a hidden shape': box(plain, { more: 'hidden="1"' }),
  'a hidden shape whose description is its second element': box(plain, { more: 'hidden="1"' }).replace(
    '<p:nvSpPr>',
    '<p:nvFoo/><p:nvSpPr>',
  ),
  'a group off the slide': group(box(plain), -9_144_000),
  'covered by another shape': box(plain) + box('', { at: [0, 0, 100, 75], fill: dark }),
  'white in a table without a style': table(''),
  'white in a white cell': table(solid('FEFEFE')),
  'white in the title': shape(white, { type: 'title' }),
  'the style of a list': shape(plain, { list: `<a:lvl1pPr><a:defRPr>${solid('FFFFFF')}</a:defRPr></a:lvl1pPr>` }),
}

const visible: Readonly<Record<string, string>> = {
  'white in a dark shape': box(white, { fill: dark }),
  'white above a dark shape': box('', { at: [0, 0, 70, 40], fill: dark }) + box(white),
  'white above an image': picture() + box(white),
  'white partly above an image': picture([0, 0, 30, 75]) + box(white),
  'white on a gradient': box(white, { fill: '<a:gradFill/>' }),
  'white in a shape filled by its style': box(white).replace(
    '<p:txBody>',
    '<p:style><a:fillRef idx="1"><a:srgbClr val="102030"/></a:fillRef></p:style><p:txBody>',
  ),
  'white in a dark cell': table(dark),
  'white in a table with a style': table('', '<a:tableStyleId>{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}</a:tableStyleId>'),
  'light grey': box(run(solid('CCCCCC'))),
  'white with an outline': box(run(`<a:ln>${dark}</a:ln>${solid('FFFFFF')}`)),
  'a link': box(run(`${solid('FFFFFF')}<a:hlinkClick r:id="x"/>`)),
  'half transparent': box(run(solid('000000', '<a:alpha val="50000"/>'))),
  'partly off the slide': box(plain, { at: [-20, 10, 50, 20] }),
  'letters that fit': box(run('', 'sz="1800"'), { body: '<a:normAutofit fontScale="62500"/>' }),
  'below a shape without a fill': box(plain) + box('', { at: [0, 0, 100, 75], fill: '<a:noFill/>' }),
  'partly covered': box(plain) + box('', { at: [0, 0, 30, 75], fill: dark }),
  raised: box(run('', 'baseline="30000"')),
}

const opening = box(run(solid('00B050'), '', seen), { at: [10, 60, 50, 10] })
/** `opening` is painted last, so nothing covers it. */
const slide = (shapes: string, attributes = '') => presentationOf([{ shapes: shapes + opening, attributes }])

/** `name` is `sldLayout` or `sldMaster`, and has this background. */
function onBackground(name: string, fill: string, shapes: string) {
  const background = `<p:cSld><p:bg><p:bgPr>${fill}</p:bgPr></p:bg>`
  const root = `<p:${name} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">${background}<p:spTree/></p:cSld></p:${name}>`
  return presentationOf([{ shapes }], {
    [`ppt/${name === 'sldMaster' ? 'slideMasters/slideMaster1' : 'slideLayouts/slideLayout1'}.xml`]: root,
  })
}

describe('hidden text in a presentation', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, shapes) => {
    await expectHidden('pptx', slide(shapes))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, shapes) => {
    await expectVisible('pptx', slide(shapes))
  })

  it('does not include white text on a dark background of the slide, its layout or its master', async () => {
    for (const name of ['sldMaster', 'sldLayout']) await expectVisible('pptx', onBackground(name, dark, box(white)))
  })

  it('is dropped if it is white on a white background with an opacity of 90%', async () => {
    const background = solid('FFFFFF', '<a:alpha val="90000"/>')
    await expectHidden('pptx', onBackground('sldLayout', background, box(white) + opening))
  })

  it('is dropped from notes', async () => {
    const notes = shape(white, { type: 'body' }) + shape('Say this', { type: 'body' })
    const { content } = await formatDocument('pptx', presentationOf([{ shapes: shape(seen), notes }]))
    expect(content).toContain('Say this')
    expect(content).not.toContain('Ignore')
  })
})
