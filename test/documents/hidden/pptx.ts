/** Eight ways to hide a sentence in a PPTX presentation, and presentations in which it only looks hidden. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { box, fill, lightOnDark, place, pptx, rectangle, run, schemeFill, top } from './pptx-document.ts'

const { hidden, visible } = casesOf('pptx')

const second = '<p:ph type="body" idx="1"/>'
const gradient =
  '<a:gradFill><a:gsLst><a:gs pos="0"><a:srgbClr val="1F3864"/></a:gs><a:gs pos="100000"><a:srgbClr val="203020"/></a:gs></a:gsLst><a:lin ang="5400000" scaled="0"/></a:gradFill>'

const pptxHidden: readonly HiddenTextCase[] = [
  hidden('white text on a white slide', (plain, other) => pptx(top(run(plain)) + box(run(other, fill('FFFFFF'))))),
  hidden('text in the text colour of the theme, which the slide maps to white', (plain, other) =>
    pptx(top(run(plain, fill('000000'))) + box(run(other, schemeFill('tx1'))), {
      background: fill('FFFFFF'),
      slideColours: lightOnDark,
    }),
  ),
  hidden('text in the colour of the slide', (plain, other) =>
    pptx(top(run(plain, fill('FFFFFF'))) + box(run(other, fill('1F3864'))), { background: fill('1F3864') }),
  ),
  hidden('1 pt text inherited from the layout', (plain, other) =>
    pptx(top(run(plain)) + box(run(other), { placeholder: second }), {
      layout: box(run('Text'), { placeholder: second }).replace(
        '<a:lstStyle/>',
        '<a:lstStyle><a:lvl1pPr><a:buNone/><a:defRPr sz="100"/></a:lvl1pPr></a:lstStyle>',
      ),
    }),
  ),
  hidden('fully transparent text', (plain, other) =>
    pptx(
      top(run(plain)) +
        box(run(other, '<a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill>')),
    ),
  ),
  hidden('a text box off the slide', (plain, other) => pptx(top(run(plain)) + box(run(other), { x: -10000000 }))),
  hidden('a text box covered by a filled one', (plain, other) =>
    pptx(top(run(plain)) + box(run(other)) + box('', { paint: fill('D9D9D9') })),
  ),
  hidden('a text box in a hidden group', (plain, other) =>
    pptx(
      `${top(run(plain))}<p:grpSp><p:nvGrpSpPr><p:cNvPr id="90" name="Group" hidden="1"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="900000" y="2700000"/><a:ext cx="9600000" cy="900000"/><a:chOff x="900000" y="2700000"/><a:chExt cx="9600000" cy="900000"/></a:xfrm></p:grpSpPr>${box(run(other))}</p:grpSp>`,
    ),
  ),
]

const pptxVisible: readonly HiddenTextCase[] = [
  visible('white text on a dark slide', (plain, other) =>
    pptx(top(run(plain, fill('FFFF99'))) + box(run(other, fill('FFFFFF'))), { background: fill('1F3864') }),
  ),
  visible('the text colour of the theme, which the master maps to white on black', (plain, other) =>
    pptx(top(run(plain)) + box(run(other, schemeFill('tx1'))), { masterColours: lightOnDark }),
  ),
  visible('white text in a shape that its style fills', (plain, other) =>
    pptx(
      top(run(plain)) +
        box(run(other), {
          style:
            '<p:style><a:lnRef idx="1"><a:schemeClr val="accent1"/></a:lnRef><a:fillRef idx="1"><a:schemeClr val="accent1"/></a:fillRef><a:effectRef idx="0"><a:schemeClr val="accent1"/></a:effectRef><a:fontRef idx="minor"><a:schemeClr val="lt1"/></a:fontRef></p:style>',
        }),
    ),
  ),
  visible('white text on a gradient', (plain, other) =>
    pptx(top(run(plain)) + box(run(other, schemeFill('bg1')), { paint: gradient })),
  ),
  visible('white text in a dark cell', (plain, other) =>
    pptx(
      `${top(run(plain))}<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="80" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="900000" y="2700000"/><a:ext cx="9600000" cy="900000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="9600000"/></a:tblGrid>${tableRow(run(other, fill('FFFFFF')), fill('2E74B5'))}${tableRow(run('Monday'))}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ),
  ),
  visible('white text on an image', (plain, other) =>
    pptx(
      `${top(run(plain))}<p:pic><p:nvPicPr><p:cNvPr id="70" name="Picture"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="rId2"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${place(900000, 2700000)}${rectangle}</p:spPr></p:pic>${box(run(other, fill('FFFFFF')))}`,
    ),
  ),
  visible('8 pt text over a filled rectangle, both partly off the slide', (plain, other) =>
    pptx(
      top(run(plain)) + box('', { x: -40000, paint: fill('FFE699') }) + box(run(other, '', 'sz="800"'), { x: -40000 }),
    ),
  ),
]

function tableRow(content: string, paint = ''): string {
  return `<a:tr h="450000"><a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p>${content}</a:p></a:txBody><a:tcPr>${paint}</a:tcPr></a:tc></a:tr>`
}

export const pptxCases = [...pptxHidden, ...pptxVisible]
