/** Two ways to hide a sentence in an ODS spreadsheet, and spreadsheets in which it only looks hidden. */

import { documentTypes } from '../../../src/page/document-types.ts'
import { zipOf } from '../office/archive/zip.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'
import { openDocumentFiles, paragraph, style, styleNamespaces, textProperties } from './open-document.ts'

const { hidden, visible } = casesOf('ods')

/** `tables` are the children of the spreadsheet. `automatic` and `styles` are its automatic and named styles. */
const ods = (tables: string, automatic = '', styles = '') =>
  zipOf({
    mimetype: documentTypes.ods,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${styleNamespaces} office:version="1.3"><office:automatic-styles>${style('Wide', '<style:table-column-properties style:column-width="12cm"/>', { family: 'table-column' })}${automatic}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...openDocumentFiles('ods', { styles }),
  })

const cell = (words: string, name = '') =>
  `<table:table-row><table:table-cell office:value-type="string"${name && ` table:style-name="${name}"`}>${paragraph(words)}</table:table-cell></table:table-row>`

const table = (name: string, rows: string, styleName = '') =>
  `<table:table table:name="${name}"${styleName && ` table:style-name="${styleName}"`}><table:table-column table:style-name="Wide"/>${rows}</table:table>`

const ground = (colour: string) => `<style:table-cell-properties fo:background-color="${colour}"/>`
const ofCell = { family: 'table-cell' }

export const odsCases: readonly HiddenTextCase[] = [
  hidden('text in the cell colour that the parent style sets', (plain, other) =>
    ods(
      table('One', cell(plain) + cell(other, 'C')),
      style('C', textProperties('fo:color="#1f3864"'), { ...ofCell, parent: 'Dark' }),
      style('Dark', ground('#1f3864'), ofCell),
    ),
  ),
  hidden('a hidden sheet', (plain, other) =>
    ods(
      table('One', cell(plain)) + table('Two', cell(other), 'Gone'),
      style('Gone', '<style:table-properties table:display="false"/>', { family: 'table' }),
    ),
  ),
  visible('white text in a dark cell', (plain, other) =>
    ods(
      table('One', cell(plain) + cell(other, 'C')),
      style('C', ground('#2e74b5') + textProperties('fo:color="#ffffff"'), ofCell),
    ),
  ),
  visible('a white parent style that the cell overrides with light gray 6 pt text', (plain, other) =>
    ods(
      table('One', cell(plain) + cell(other, 'C')),
      style('C', textProperties('fo:color="#bfbfbf" fo:font-size="6pt"'), { ...ofCell, parent: 'Pale' }),
      style('Pale', textProperties('fo:color="#ffffff"'), ofCell),
    ),
  ),
]
