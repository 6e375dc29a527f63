import { describe, it } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { zipOf } from '../office/archive/zip.ts'

const namespaces = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"',
  )
  .join(' ')

interface Case {
  /** Children of the cell's style, and the cell's attributes. */
  cell?: string
  attributes?: string
  more?: string
  row?: string
  column?: string
  content?: string
}

function spreadsheet({ cell = '', attributes = '', more = '', row = '', column = '', content = secret }: Case) {
  const styles = `<style:style style:name="X" style:family="table-cell" ${attributes}>${cell}</style:style>${more}`
  const rows = `<table:table-row><table:table-cell/><table:table-cell><text:p>${seen}</text:p></table:table-cell></table:table-row>
    <table:table-row ${row}><table:table-cell table:style-name="X"><text:p>${content}</text:p></table:table-cell></table:table-row>`
  return zipOf({
    mimetype: documentTypes.ods,
    'content.xml': `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>
      <table:table table:name="S"><table:table-column ${column}/>${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  })
}

const text = (attributes: string) => `<style:text-properties ${attributes}/>`
const fill = (attributes: string) => `<style:table-cell-properties ${attributes}/>`
const white = text('fo:color="#ffffff"')
const flat = (family: string, size: string) =>
  `<style:style style:name="F" style:family="${family}"><style:${family}-properties style:${size}="0.001cm"/></style:style>`

const hidden: Readonly<Record<string, Case>> = {
  white: { cell: white },
  'the colour of its fill': { cell: fill('fo:background-color="#102030"') + text('fo:color="#102030"') },
  'one point': { cell: text('fo:font-size="1pt"') },
  'a span': {
    content: `<text:span text:style-name="T">${secret}</text:span>`,
    more: `<style:style style:name="T" style:family="text">${white}</style:style>`,
  },
  'a parent style': {
    attributes: 'style:parent-style-name="Y"',
    more: `<style:style style:name="Y" style:family="table-cell">${white}</style:style>`,
  },
  'a format that shows no text': {
    attributes: 'style:data-style-name="N"',
    more: '<number:text-style style:name="N"><number:text/></number:text-style>',
  },
  'a row without height': { row: 'table:style-name="F"', more: flat('table-row', 'row-height') },
  'a column without width': { column: 'table:style-name="F"', more: flat('table-column', 'column-width') },
  'a row hidden by a filter': { row: 'table:visibility="filter"' },
}

const visible: Readonly<Record<string, Case>> = {
  'white on dark': { cell: fill('fo:background-color="#102030"') + white },
  'white where a condition may set a fill': { cell: `${white}<style:map style:condition="value()>1"/>` },
  'light grey': { cell: text('fo:color="#cccccc"') },
  'a format for text': {
    attributes: 'style:data-style-name="N"',
    more: '<number:text-style style:name="N"><number:text-content/></number:text-style>',
  },
}

describe('hidden text in an OpenDocument spreadsheet', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, parts) => {
    await expectHidden('ods', spreadsheet(parts))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, parts) => {
    await expectVisible('ods', spreadsheet(parts))
  })
})
