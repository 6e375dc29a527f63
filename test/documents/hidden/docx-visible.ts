/** Word documents in which a sentence only looks hidden. */

import { cell, paragraph, row, run } from '../word/word-document.ts'
import {
  banded,
  box,
  colour,
  darkHeader,
  docx,
  footnoteReference,
  paragraphStyle,
  shading,
  table,
  text,
} from './docx-document.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'

const { visible } = casesOf('docx')

const white = colour('FFFFFF')
const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`

/** Gives the second sentence these run properties. */
const inRun = (title: string, runProperties: string) =>
  visible(title, (plain, other) => docx(text(plain) + text(other, runProperties)))

export const docxVisible: readonly HiddenTextCase[] = [
  inRun('white text on dark shading', white + shading('1F3864')),
  inRun('white text on black highlighting', `${white}<w:highlight w:val="black"/>`),
  visible('white text in a dark cell', (plain, other) =>
    docx(table(row(cell(text(other, white), shading('2E74B5'))) + row(cell(plain)))),
  ),
  visible('a table style with white text in a dark header row', (plain, other) =>
    docx(table(row(cell(other)) + row(cell(plain)), banded(1)), { styles: darkHeader('FFFFFF') }),
  ),
  visible('a table style with white text in the header row, which the table turns off', (plain, other) =>
    docx(table(row(cell(other)) + row(cell(plain)), banded(0)), {
      styles: darkHeader('FFFFFF').replace(shading('1F3864'), ''),
    }),
  ),
  visible('white text on dark pages', (plain, other) =>
    docx(text(plain, colour('FFFF99')) + text(other, white), { background: '203040' }),
  ),
  visible('a 5 pt footnote', (plain, other) =>
    docx(paragraph(run(plain) + footnoteReference), { footnote: text(other, size(10)) }),
  ),
  visible('a 6 pt superscript', (plain, other) =>
    docx(paragraph(run(plain) + run(other, `${size(12)}<w:vertAlign w:val="superscript"/>`))),
  ),
  inRun('light gray text', colour('BFBFBF')),
  visible('a hidden style that the run overrides', (plain, other) =>
    docx(text(plain) + text(other, '<w:vanish w:val="0"/>', '<w:pStyle w:val="Ghost"/>'), {
      styles: paragraphStyle('Ghost', '<w:rPr><w:vanish/></w:rPr>'),
    }),
  ),
  visible('a hidden paragraph mark after visible text', (plain, other) =>
    docx(text(plain) + text(other, '', '<w:rPr><w:vanish/></w:rPr>') + text('')),
  ),
  visible('white text in a dark text box', (plain, other) =>
    docx(paragraph(run(plain) + box(text(other, white), { fill: '1F3864' }))),
  ),
  visible('the background colour of the theme on shading in its text colour', (plain, other) =>
    docx(
      text(plain) +
        text(
          other,
          '<w:color w:val="FFFFFF" w:themeColor="background1"/>',
          '<w:shd w:val="clear" w:color="auto" w:fill="000000" w:themeFill="text1"/>',
        ),
    ),
  ),
  visible('a white style that the run overrides with the automatic colour', (plain, other) =>
    docx(text(plain) + text(other, colour('auto'), '<w:pStyle w:val="Pale"/>'), {
      styles: paragraphStyle('Pale', `<w:rPr>${white}</w:rPr>`),
    }),
  ),
  visible('10 pt text in lines with an exact height of 10 pt', (plain, other) =>
    docx(text(plain) + text(other, size(20), '<w:spacing w:line="200" w:lineRule="exact"/>')),
  ),
]
