/** 23 ways to hide a sentence in a Word document. */

import { cell, paragraph, row, run } from '../word/word-document.ts'
import { banded, box, colour, darkHeader, docx, paragraphStyle, shading, table, text } from './docx-document.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'

const { hidden } = casesOf('docx')

const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
const styled = (id: string) => `<w:pStyle w:val="${id}"/>`
const properties = (content: string) => `<w:rPr>${content}</w:rPr>`
const themed = (value: string, name: string) => `<w:color w:val="${value}" w:themeColor="${name}"/>`
const wordML14 = 'http://schemas.microsoft.com/office/word/2010/wordml'

/** Gives the second sentence these run properties. */
const inRun = (title: string, runProperties: string) =>
  hidden(title, (plain, other) => docx(text(plain) + text(other, runProperties)))

/** Puts the second sentence in the style `Sub`. */
const inStyle = (title: string, styles: string) =>
  hidden(title, (plain, other) => docx(text(plain) + text(other, '', styled('Sub')), { styles }))

export const docxHidden: readonly HiddenTextCase[] = [
  inRun('white text', colour('FFFFFF')),
  inRun('nearly white text', colour('FDFDFD')),
  inRun('text in the background colour of the theme', themed('FFFFFF', 'background1')),
  hidden('text in the text colour of the theme, which the settings map to white', (plain, other) =>
    docx(text(plain, colour('000000')) + text(other, themed('FFFFFF', 'text1')), {
      settings:
        '<w:clrSchemeMapping w:bg1="dark1" w:t1="light1" w:bg2="dark2" w:t2="light2" w:accent1="accent1" w:accent2="accent2" w:accent3="accent3" w:accent4="accent4" w:accent5="accent5" w:accent6="accent6" w:hyperlink="hyperlink" w:followedHyperlink="followedHyperlink"/>',
    }),
  ),
  inStyle(
    'white text inherited from two styles up',
    paragraphStyle('Base', properties(colour('FFFFFF'))) +
      paragraphStyle('Middle', '', 'Base') +
      paragraphStyle('Sub', '', 'Middle'),
  ),
  hidden('white text by document default', (plain, other) =>
    docx(text(plain, colour('000000')) + text(other), {
      styles: `<w:docDefaults><w:rPrDefault>${properties(colour('FFFFFF'))}</w:rPrDefault></w:docDefaults>`,
    }),
  ),
  inRun('text in the colour of its shading', colour('1F3864') + shading('1F3864')),
  inRun('text in the colour of its highlighting', `${colour('FFFF00')}<w:highlight w:val="yellow"/>`),
  hidden('text in the colour of its cell', (plain, other) =>
    docx(table(row(cell(plain)) + row(cell(text(other, colour('4472C4')), shading('4472C4'))))),
  ),
  hidden('a table style whose header row has one colour for text and cells', (plain, other) =>
    docx(table(row(cell(other)) + row(cell(plain)), banded(1)), { styles: darkHeader('1F3864') }),
  ),
  hidden('black text on black pages', (plain, other) =>
    docx(text(plain, colour('FFFFFF')) + text(other, colour('000000')), { background: '000000' }),
  ),
  inRun('1 pt text', size(2)),
  inStyle(
    '1 pt text inherited from a base style',
    paragraphStyle('Base', properties(size(2))) + paragraphStyle('Sub', '', 'Base'),
  ),
  inRun('characters scaled to 1% of their width', '<w:w w:val="1"/>'),
  hidden('text hidden by the base of its character style', (plain, other) =>
    docx(text(plain) + text(other, '<w:rStyle w:val="Note"/>'), {
      styles: `<w:style w:type="character" w:customStyle="1" w:styleId="Ghost"><w:name w:val="Ghost"/>${properties('<w:vanish/>')}</w:style><w:style w:type="character" w:customStyle="1" w:styleId="Note"><w:name w:val="Note"/><w:basedOn w:val="Ghost"/></w:style>`,
    }),
  ),
  inRun(
    'text that is 99% transparent',
    `<w14:textFill xmlns:w14="${wordML14}"><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="99000"/></w14:srgbClr></w14:solidFill></w14:textFill>`,
  ),
  // Word clips the text to the height of the line. LibreOffice 7.4 doesn't.
  hidden('lines with an exact height of 0.1 pt', (plain, other) =>
    docx(
      text(plain) + text(other, '', '<w:spacing w:before="0" w:after="0" w:line="2" w:lineRule="exact"/>') + text(''),
    ),
  ),
  hidden('a table row with an exact height of 0.1 pt', (plain, other) =>
    docx(table(row(cell(plain)) + row(cell(other), '<w:trHeight w:val="2" w:hRule="exact"/>'))),
  ),
  hidden('a frame 0.1 pt wide and high', (plain, other) =>
    docx(
      text(
        other,
        '',
        '<w:framePr w:w="2" w:h="2" w:hRule="exact" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="1440" w:y="8000"/>',
      ) + text(plain),
    ),
  ),
  hidden('a text box off the page', (plain, other) => docx(paragraph(run(plain) + box(text(other), { x: -2000 })))),
  // Word hides the box. LibreOffice 7.4 doesn't.
  hidden('a hidden text box', (plain, other) => docx(paragraph(run(plain) + box(text(other), { isHidden: true })))),
  hidden('a text box covered by a filled one', (plain, other) =>
    docx(paragraph(run(plain) + box(text(other)) + box(text(''), { fill: 'DDDDDD', height: 2 }))),
  ),
  hidden('a text box filled with the colour of its text', (plain, other) =>
    docx(paragraph(run(plain) + box(text(other, colour('1F3864')), { fill: '1F3864' }))),
  ),
]
