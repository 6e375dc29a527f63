import { describe, expect, it } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument, outputOf } from '../format-document.ts'
import { zipOf } from '../office/archive/zip.ts'

const namespaces = ['office', 'table', 'text', 'style', 'drawing', 'meta']
  .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')
const mimetype = documentTypes.ods

function spreadsheet(tables: string, { styles = '', ...files }: Record<string, string> = {}) {
  const content = `<office:document-content ${namespaces} xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`
  return zipOf({ mimetype, 'content.xml': content, ...files })
}

const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
const table = (name: string, rows: string, attributes = '') =>
  `<table:table table:name="${name}" ${attributes}>${rows}</table:table>`
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`

describe('OpenDocument spreadsheets', () => {
  it('have their charts below the cells, and the headers of printed pages are named', async () => {
    const chart = (title: string) =>
      `<office:document-content ${namespaces} xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"><chart:chart>
        <chart:title><text:p>${title}</text:p></chart:title><chart:axis><chart:title><text:p>Months</text:p></chart:title></chart:axis>
        ${table('local-table', row(cell('') + cell('Rain')) + row(cell('Jan') + cell('5')))}</chart:chart></office:document-content>`
    const frame = (path: string, ranges = '') =>
      `<draw:frame><draw:object xlink:href="./${path}" ${ranges}/></draw:frame>`
    const frames = frame('Object 1', 'draw:notify-on-update-of-ranges="S.A1:S.B2"') + frame('Object 2')
    const style = '<style:style style:name="t" style:family="table" style:master-page-name="Own"/>'
    const header = (words: string) =>
      `<style:header><style:region-left><text:p>${words}</text:p></style:region-left></style:header>`
    const page = (name: string, content: string) =>
      `<style:master-page style:name="${name}">${content}</style:master-page>`
    const field = (name: string) => `<text:${name}>1</text:${name}>`
    const styles = `<office:document-styles ${namespaces}>${page('Own', header(`Draft &amp; ${field('sheet-name')} `))}
      ${page('Other', header('Unused'))}${page('Own', `<style:footer><text:p>Page ${field('page-number')} of ${field('page-count')}</text:p></style:footer>`)}</office:document-styles>`
    const body = spreadsheet(
      table('S', `<table:shapes>${frames}</table:shapes>${row(cell('a'))}${row(cell('1'))}`, 'table:style-name="t"'),
      {
        styles: style,
        ...{ 'styles.xml': styles, 'Object 1/content.xml': chart('Weather'), 'Object 2/content.xml': chart('Inside') },
      },
    )
    const { content, warnings } = await formatDocument('ods', body)
    expect(String(content).trim().split('\n\n').slice(2)).toEqual([
      'Weather',
      'Months',
      'Rain',
      'Inside',
      'Months',
      '|  |  |\n| --- | --- |\n|  | Rain |\n| Jan | 5 |',
    ])
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^1 line of.*: "Draft &"$/)])
  })

  it('have each sheet under its name, with the displayed text of its cells', async () => {
    const rows = `<table:table-header-rows>${row(cell('Name') + cell('Born'))}</table:table-header-rows>
      ${row(cell('Ada<text:s/><text:s text:c="2"/>L.', 'office:value-type="string"') + cell('10.12.1815', 'office:value-type="date" office:date-value="1815-12-10"'))}
      ${row(`<table:table-cell office:value="1.5"/>${cell('one</text:p><text:p>two<text:line-break/>three')}`)}`
    const markdown = await outputOf(
      'ods',
      spreadsheet(table('First', rows) + table('Empty', row('<table:table-cell/>'))),
    )
    expect(markdown).toBe(
      '## First\n\n| Name | Born |\n| --- | --- |\n| Ada L. | 10.12.1815 |\n| 1.5 | one<br>two<br>three |',
    )
  })

  it('leave out hidden cells and deletions', async () => {
    const styles =
      '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const rows = `<table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/><table:table-column/>
      ${row(cell('a') + cell('secret') + cell('secret') + cell('d'))}
      ${row(cell('secret'), 'table:visibility="filter"')}${row(cell('b'))}`
    const deleted = `<table:tracked-changes><table:deletion>${cell('secret')}</table:deletion></table:tracked-changes>`
    const tables = deleted + table('S', rows) + table('H', row(cell('secret')), 'table:style-name="h"')
    expect(await outputOf('ods', spreadsheet(tables, { styles }))).toBe('## S\n\n| a | d |\n| --- | --- |\n| b |  |')
  })

  it.each(['2147483647', ' 2'])('leave out collapsed columns that are repeated "%s" times', async (times) => {
    const columns = `<table:table-column/><table:table-column table:number-columns-repeated="${times}" table:visibility="collapse"/>`
    const rows = row(cell('a') + cell('secret') + cell('secret'))
    expect(await outputOf('ods', spreadsheet(table('S', columns + rows)))).toBe('## S\n\n| a |\n| --- |')
  })

  it('leave out a hidden table that is directly inside a visible one', async () => {
    const styles =
      '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    const inner = table('H', row(cell('secret')), 'table:style-name="h"')
    const tables = table('S', row(cell('a')) + inner) + table('T', row(cell('b')))
    expect(await outputOf('ods', spreadsheet(tables, { styles }))).not.toContain('secret')
  })

  it('have the text of their drawings below the table', async () => {
    const box = (text: string) =>
      `<draw:frame><draw:text-box><text:p>${text}</text:p><text:p>more</text:p></draw:text-box></draw:frame>`
    const shapes = `<table:shapes><draw:g>${box('One')}</draw:g></table:shapes>`
    const inCell = `<table:table-cell>${box('Two')}<text:p>b</text:p></table:table-cell>`
    expect(await outputOf('ods', spreadsheet(table('S', shapes + row(cell('a') + inCell))))).toBe(
      '## S\n\n| a | b |\n| --- | --- |\n\nOne\\\nmore\n\nTwo\\\nmore',
    )
  })

  it('expand merged and repeated cells', async () => {
    const merged = 'table:number-columns-spanned="2" table:number-rows-spanned="2"'
    const covered = '<table:covered-table-cell><text:p>not shown</text:p></table:covered-table-cell>'
    const rows = `${row(cell('m', merged) + covered + cell('x'))}${row(`<table:covered-table-cell table:number-columns-repeated="2"/>${cell('y')}`)}
      ${row(cell('r', 'table:number-columns-repeated="3"'), 'table:number-rows-repeated="2"')}
      ${row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048576"')}`
    expect(await outputOf('ods', spreadsheet(table('S', rows)))).toBe(
      '## S\n\n| m | m | x |\n| --- | --- | --- |\n| m | m | y |\n| r | r | r |\n| r | r | r |',
    )
  })

  it('have links, including URLs with text split into pieces', async () => {
    const link = '<text:a xlink:href="https://a.example/?x=1&amp;y">to <text:span>a</text:span></text:a> &amp; more'
    const body = spreadsheet(table('S', row(cell(link)) + row(cell('https://b.example/?x=1&amp;y=2'))))
    expect(await outputOf('ods', body)).toContain('| [to a](https://a.example/?x=1&y) & more |')
    expect(await outputOf('ods', body, 'links')).toMatchObject([
      { url: 'https://a.example/?x=1&y' },
      { url: 'https://b.example/?x=1&y=2' },
    ])
  })

  it('state their properties', async () => {
    const meta = `<office:document-meta ${namespaces} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>Plan</dc:title></office:meta></office:document-meta>`
    expect((await formatDocument('ods', spreadsheet(table('S', row(cell('a'))), { 'meta.xml': meta }))).title).toBe(
      'Plan',
    )
  })

  it('are refused if they are too large, locked or broken', async () => {
    const endless = row(cell('x', 'table:number-columns-repeated="1000"'), 'table:number-rows-repeated="10000000"')
    await expect(outputOf('ods', spreadsheet(table('S', endless)))).rejects.toMatchObject({
      type: 'invalid_response',
      message: expect.stringContaining('too large to read: it has more than 500000 filled cells'),
    })
    const manifest = '<manifest:encryption-data/>'
    await expect(outputOf('ods', spreadsheet('', { 'META-INF/manifest.xml': manifest }))).rejects.toMatchObject({
      type: 'invalid_response',
      message: expect.stringContaining('password'),
    })
    await expect(outputOf('ods', zipOf({ mimetype }))).rejects.toMatchObject({ type: 'invalid_response' })
  })
})
