/** Word documents that hide a sentence: 23 ways. */

import { cell, paragraph, row, run } from '../word/word-document.ts'
import { banded, box, colour, darkHeader, docx, paragraphStyle, shading, table, text } from './docx-document.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'

const { hidden } = casesOf('docx')

const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`
const properties = (content: string) => `<w:rPr>${content}</w:rPr>`
const themed = (value: string, name: string) => `<w:color w:val="${value}" w:themeColor="${name}"/>`
const wordML14 = 'http://schemas.microsoft.com/office/word/2010/wordml'

/** The second sentence as a run with these properties. */
const inRun = (title: string, runProperties: string) =>
  hidden(title, (plain, other) => docx(text(plain) + text(other, runProperties)))

/** The second sentence in the style `Sub`. */
const inStyle = (title: string, styles: string) =>
  hidden(title, (plain, other) => docx(text(plain) + text(other, '', styled('Sub')), { styles }))

export const docxHidden: readonly HiddenTextCase[] = [
  inRun('white text', colour('FFFFFF')),
  inRun('nearly white text', colour('FDFDFD')),
  inRun('the background colour of the theme', themed('FFFFFF', 'background1')),
  hidden('the text colour of the theme, which the settings map to white', (plain, other) =>
    docx(text(plain, colour('000000')) + text(other, themed('FFFFFF', 'text1')), {
      settings:
        '<w:clrSchemeMapping w:bg1="dark1" w:t1="light1" w:bg2="dark2" w:t2="light2" w:accent1="accent1" w:accent2="accent2" w:accent3="accent3" w:accent4="accent4" w:accent5="accent5" w:accent6="accent6" w:hyperlink="hyperlink" w:followedHyperlink="followedHyperlink"/>',
    }),
  ),
  inStyle(
    'white by a style two levels up',
    paragraphStyle('Base', properties(colour('FFFFFF'))) +
      paragraphStyle('Middle', '', 'Base') +
      paragraphStyle('Sub', '', 'Middle'),
  ),
  hidden('white by the defaults of the document', (plain, other) =>
    docx(text(plain, colour('000000')) + text(other), {
      styles: `<w:docDefaults><w:rPrDefault>${properties(colour('FFFFFF'))}</w:rPrDefault></w:docDefaults>`,
    }),
  ),
  inRun('the colour of the shading of the run', colour('1F3864') + shading('1F3864')),
  inRun('the colour of the highlighting', `${colour('FFFF00')}<w:highlight w:val="yellow"/>`),
  hidden('the colour of the shading of the cell', (plain, other) =>
    docx(table(row(cell(plain)) + row(cell(text(other, colour('4472C4')), shading('4472C4'))))),
  ),
  hidden('a header row by a table style, text and ground in one colour', (plain, other) =>
    docx(table(row(cell(other)) + row(cell(plain)), banded(1)), { styles: darkHeader('1F3864') }),
  ),
  hidden('black text on black pages', (plain, other) =>
    docx(text(plain, colour('FFFFFF')) + text(other, colour('000000')), { background: '000000' }),
  ),
  inRun('1 point', size(2)),
  inStyle(
    '1 point by a style that another is based on',
    paragraphStyle('Base', properties(size(2))) + paragraphStyle('Sub', '', 'Base'),
  ),
  inRun('letters scaled to 1 % of their width', '<w:w w:val="1"/>'),
  hidden('hidden by a character style that another is based on', (plain, other) =>
    docx(text(plain) + text(other, '<w:rStyle w:val="Note"/>'), {
      styles: `<w:style w:type="character" w:customStyle="1" w:styleId="Ghost"><w:name w:val="Ghost"/>${properties('<w:vanish/>')}</w:style><w:style w:type="character" w:customStyle="1" w:styleId="Note"><w:name w:val="Note"/><w:basedOn w:val="Ghost"/></w:style>`,
    }),
  ),
  inRun(
    'text of 99 % transparency',
    `<w14:textFill xmlns:w14="${wordML14}"><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="99000"/></w14:srgbClr></w14:solidFill></w14:textFill>`,
  ),
  // Word cuts the letters at the height of their line. LibreOffice does not.
  hidden('lines of an exact height of nearly nothing', (plain, other) =>
    docx(
      text(plain) + text(other, '', '<w:spacing w:before="0" w:after="0" w:line="2" w:lineRule="exact"/>') + text(''),
    ),
  ),
  hidden('a row of an exact height of nearly nothing', (plain, other) =>
    docx(table(row(cell(plain)) + row(cell(other), '<w:trHeight w:val="2" w:hRule="exact"/>'))),
  ),
  hidden('a frame of nearly no size', (plain, other) =>
    docx(
      text(
        other,
        '',
        '<w:framePr w:w="2" w:h="2" w:hRule="exact" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="1440" w:y="8000"/>',
      ) + text(plain),
    ),
  ),
  hidden('a text box outside the page', (plain, other) => docx(paragraph(run(plain) + box(text(other), { x: -2000 })))),
  // Word hides it. LibreOffice 7.4 does not.
  hidden('a hidden text box', (plain, other) => docx(paragraph(run(plain) + box(text(other), { isHidden: true })))),
  hidden('a text box under a filled one', (plain, other) =>
    docx(paragraph(run(plain) + box(text(other)) + box(text(''), { fill: 'DDDDDD', height: 2 }))),
  ),
  hidden('a text box in the colour of its letters', (plain, other) =>
    docx(paragraph(run(plain) + box(text(other, colour('1F3864')), { fill: '1F3864' }))),
  ),
]
