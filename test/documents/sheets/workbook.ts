/** Builds workbooks for tests from the XML of their parts. */

import { type ZipFiles, zipOf } from '../office/archive/zip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

export interface TestSheet {
  name?: string
  state?: string
  /** Content of the worksheet: `<sheetData>…</sheetData>`. */
  xml: string
  /** External links by id. */
  links?: Readonly<Record<string, string>>
}

interface TestWorkbook {
  sheets: readonly TestSheet[]
  strings?: readonly string[]
  styles?: string
  properties?: string
  files?: ZipFiles
}

export function relationships(
  entries: readonly (readonly [id: string, type: string, target: string, isExternal?: boolean])[],
) {
  const lines = entries.map(([id, type, target, isExternal]) => {
    const mode = isExternal ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${documentRelations}/${type}" Target="${target}"${mode}/>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${packageRelations}">${lines.join('')}</Relationships>`
}

export function workbookOf({ sheets, strings = [], styles = '', properties = '', files }: TestWorkbook) {
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['s1', 'sharedStrings', 'sharedStrings.xml'],
      ['s2', 'styles', 'styles.xml'],
    ]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documentRelations}">${properties}<sheets>${sheets
      .map(({ name, state }, at) => {
        const hidden = state === undefined ? '' : ` state="${state}"`
        return `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}"${hidden} r:id="rId${at + 1}"/>`
      })
      .join('')}</sheets></workbook>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
  }
  sheets.forEach(({ xml, links = {} }, at) => {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${main}" xmlns:r="${documentRelations}">${xml}</worksheet>`
    parts[`xl/worksheets/_rels/sheet${at + 1}.xml.rels`] = relationships(
      Object.entries(links).map(([id, target]) => [id, 'hyperlink', target, true]),
    )
  })
  return zipOf({ ...parts, ...files })
}

/** Returns rows of cells with plain text. */
export function sheetData(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
  return `<sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData>`
}
