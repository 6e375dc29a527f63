/** Two ways to hide a sentence in an ODP presentation, and presentations in which it only looks hidden. */

import { documentTypes } from '../../../src/page/document-types.ts'
import { zipOf } from '../office/archive/zip.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { openDocumentFiles, paragraph, style, styleNamespaces, textProperties } from './open-document.ts'

const { hidden, visible } = casesOf('odp')

/** `slide` is a page. `automatic` contains more styles. */
const odp = (slide: string, automatic = '') =>
  zipOf({
    mimetype: documentTypes.odp,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${styleNamespaces} office:version="1.3"><office:automatic-styles>${style('Dark', '<style:drawing-page-properties draw:fill="solid" draw:fill-color="#1f3864" presentation:background-visible="true"/>', { family: 'drawing-page' })}${style('Bare', '<style:graphic-properties draw:fill="none" draw:stroke="none"/>', { family: 'graphic' })}${automatic}</office:automatic-styles><office:body><office:presentation>${slide}</office:presentation></office:body></office:document-content>`,
    ...openDocumentFiles('odp'),
  })

const page = (shapes: string, styleName = '') =>
  `<draw:page draw:name="One" draw:master-page-name="Standard"${styleName && ` draw:style-name="${styleName}"`}>${shapes}</draw:page>`

/** A text box 20 cm wide. `styleName` is the style of its text. */
const box = (words: string, y: number, styleName = '', x = 2) =>
  `<draw:frame draw:style-name="Bare" svg:width="20cm" svg:height="2cm" svg:x="${x}cm" svg:y="${y}cm"><draw:text-box>${paragraph(styleName === '' ? words : `<text:span text:style-name="${styleName}">${words}</text:span>`)}</draw:text-box></draw:frame>`

const letters = (name: string, colour: string) =>
  style(name, textProperties(`fo:color="${colour}"`), { family: 'text' })

export const odpCases: readonly HiddenTextCase[] = [
  hidden('text in the colour of the slide', (plain, other) =>
    odp(
      page(box(plain, 2, 'White') + box(other, 8, 'Blue'), 'Dark'),
      letters('White', '#ffffff') + letters('Blue', '#1f3864'),
    ),
  ),
  hidden('a text box off the slide', (plain, other) => odp(page(box(plain, 2) + box(other, 8, '', -40)))),
  visible('white text on a dark slide', (plain, other) =>
    odp(
      page(box(plain, 2, 'Yellow') + box(other, 8, 'White'), 'Dark'),
      letters('Yellow', '#ffff99') + letters('White', '#ffffff'),
    ),
  ),
  visible('white text in a dark shape', (plain, other) =>
    odp(
      page(
        `${box(plain, 2)}<draw:rect draw:style-name="Filled" svg:width="20cm" svg:height="2cm" svg:x="2cm" svg:y="8cm">${paragraph(`<text:span text:style-name="White">${other}</text:span>`)}</draw:rect>`,
      ),
      letters('White', '#ffffff') +
        style('Filled', '<style:graphic-properties draw:fill="solid" draw:fill-color="#2e74b5"/>', {
          family: 'graphic',
        }),
    ),
  ),
]
