/** Eight ways to hide a sentence in an ODT document, and documents in which it only looks hidden. */

import { odtDocument } from '../odt/odt-document.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import {
  type OpenDocumentStyles,
  openDocumentFiles,
  paragraph,
  paragraphProperties,
  style,
  textProperties,
} from './open-document.ts'

const { hidden, visible } = casesOf('odt')

const odt = (body: string, automatic = '', styles: OpenDocumentStyles = {}) =>
  odtDocument(body, { automatic, files: openDocumentFiles('odt', styles) })

/** Gives the second sentence a style with these properties. */
const styled = (make: typeof hidden, title: string, properties: string) =>
  make(title, (plain, other) => odt(paragraph(plain) + paragraph(other, 'P'), style('P', properties)))

/** The namespace of LibreOffice's formulas, which conditions use. */
const writer = 'xmlns:ooow="http://openoffice.org/2004/writer"'

const frame = (content: string, attributes: string) =>
  `<draw:frame draw:name="Frame" text:anchor-type="page" text:anchor-page-number="1" svg:width="10cm" svg:height="2cm" ${attributes}><draw:text-box>${paragraph(content)}</draw:text-box></draw:frame>`

const odtHidden: readonly HiddenTextCase[] = [
  hidden('white text inherited from the parent style', (plain, other) =>
    odt(
      paragraph(plain) + paragraph(other, 'P'),
      style('P', paragraphProperties('fo:margin-top="1cm"'), { parent: 'Pale' }),
      {
        styles: style('Pale', textProperties('fo:color="#ffffff"')),
      },
    ),
  ),
  hidden('hidden characters', (plain, other) =>
    odt(
      paragraph(plain) + paragraph(`Then <text:span text:style-name="T">${other}</text:span>`),
      style('T', textProperties('text:display="none"'), { family: 'text' }),
    ),
  ),
  hidden('a hidden section', (plain, other) =>
    odt(
      `${paragraph(plain)}<text:section text:name="Notes" text:display="none">${paragraph(other)}</text:section>${paragraph('')}`,
    ),
  ),
  hidden('a hidden paragraph', (plain, other) =>
    odt(
      paragraph(plain) +
        paragraph(`<text:hidden-paragraph ${writer} text:condition="ooow:1==1" text:is-hidden="true"/>${other}`) +
        paragraph('End'),
    ),
  ),
  styled(hidden, '1 pt text', textProperties('fo:font-size="1pt"')),
  styled(
    hidden,
    'text in the background colour of its paragraph',
    paragraphProperties('fo:background-color="#1f3864"') + textProperties('fo:color="#1f3864"'),
  ),
  styled(
    hidden,
    'text with 1% opacity',
    textProperties(
      'fo:color="#000000" loext:opacity="1%" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
    ),
  ),
  hidden('a frame covered by a filled one', (plain, other) =>
    odt(
      paragraph(
        `${plain}${frame(other, 'draw:style-name="Clear" draw:z-index="0" svg:x="3cm" svg:y="9cm"')}${frame('', 'draw:style-name="Filled" draw:z-index="1" svg:x="3cm" svg:y="9cm"')}`,
      ),
      ['Clear', 'Filled']
        .map((name) =>
          style(
            name,
            `<style:graphic-properties style:wrap="run-through" style:run-through="foreground" style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="from-top" style:vertical-rel="page" ${name === 'Clear' ? 'draw:fill="none" fo:background-color="transparent"' : 'draw:fill="solid" draw:fill-color="#cccccc" fo:background-color="#cccccc"'} fo:border="none"/>`,
            { family: 'graphic' },
          ),
        )
        .join(''),
    ),
  ),
]

const odtVisible: readonly HiddenTextCase[] = [
  styled(
    visible,
    'white text on a dark paragraph',
    paragraphProperties('fo:background-color="#1f3864"') + textProperties('fo:color="#ffffff"'),
  ),
  visible('a conditional text in a conditional section, both of which are shown', (plain, other) =>
    odt(
      `${paragraph(plain)}<text:section text:name="Notes" ${writer} text:display="condition" text:condition="ooow:1==2" text:is-hidden="false">${paragraph(`<text:conditional-text text:condition="ooow:1==1" text:string-value-if-true="${other}" text:string-value-if-false="Closed." text:current-value="true">${other}</text:conditional-text>`)}</text:section>${paragraph('')}`,
    ),
  ),
  visible('white text in a dark cell', (plain, other) =>
    odt(
      `<table:table table:name="T"><table:table-column/><table:table-row><table:table-cell table:style-name="Dark" office:value-type="string">${paragraph(other, 'P')}</table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type="string">${paragraph(plain)}</table:table-cell></table:table-row></table:table>${paragraph('')}`,
      style('P', textProperties('fo:color="#ffffff"')) +
        style('Dark', '<style:table-cell-properties fo:background-color="#2e74b5"/>', { family: 'table-cell' }),
    ),
  ),
  visible('a row whose height grows with its text', (plain, other) =>
    odt(
      `<table:table table:name="T"><table:table-column/><table:table-row table:style-name="R"><table:table-cell office:value-type="string">${paragraph(plain)}</table:table-cell></table:table-row><table:table-row table:style-name="R"><table:table-cell office:value-type="string">${paragraph(other)}</table:table-cell></table:table-row></table:table>`,
      style('R', '<style:table-row-properties style:row-height="0cm" style:use-optimal-row-height="true"/>', {
        family: 'table-row',
      }),
    ),
  ),
  visible('a 5 pt footnote', (plain, other) =>
    odt(
      paragraph(
        `${plain}<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${paragraph(other, 'P')}</text:note-body></text:note>`,
      ),
      style('P', textProperties('fo:font-size="5pt"')),
    ),
  ),
  visible('white text on dark pages', (plain, other) =>
    odt(
      paragraph(plain, 'Yellow') + paragraph(other, 'White'),
      style('Yellow', textProperties('fo:color="#ffff99"')) + style('White', textProperties('fo:color="#ffffff"')),
      {
        page: 'fo:background-color="#203040" fo:margin="2cm"',
      },
    ),
  ),
]

export const odtCases = [...odtHidden, ...odtVisible]
