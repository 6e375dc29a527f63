/** PPTX and XLSX, and LibreOffice's conversions of office documents. */

import { unlinkSync } from 'node:fs'
import { cjk, convert, isNumeric, isNumericColumn, load, textOfItem } from './tools.mjs'

/** One slide for each heading. Nested items are indented. */
export async function pptx(source, path) {
  const deck = new (load('pptxgenjs'))()
  deck.layout = 'LAYOUT_16x9'
  const font = cjk[source.lang] ?? 'Liberation Sans'
  deck.defineSlideMaster({
    title: 'PLAIN',
    objects: [
      {
        placeholder: {
          options: {
            name: 'title',
            type: 'title',
            x: 0.5,
            y: 0.3,
            w: 9,
            h: 0.9,
            fontSize: 28,
            fontFace: font,
            bold: true,
            color: source.look.color.slice(1),
            align: 'left',
          },
          text: '',
        },
      },
      ...(source.footer
        ? [{ text: { text: source.footer, options: { x: 0.5, y: 5.2, w: 5, h: 0.3, fontSize: 10 } } }]
        : []),
    ],
    ...(source.page ? { slideNumber: { x: 9.2, y: 5.2, fontSize: 10 } } : {}),
  })
  let slide
  const flat = ({ ordered, items }, level = 0) =>
    items.flatMap((item) => [
      {
        text: textOfItem(item),
        options: { bullet: ordered ? { type: 'number' } : true, indentLevel: level, breakLine: true },
      },
      ...(item.items ? flat(item, level + 1) : []),
    ])
  const area = { x: 0.5, y: 1.3, w: 9, h: 3.6, fontFace: font, fontSize: 15, valign: 'top' }
  for (const block of source.blocks) {
    if (block.type === 'heading') {
      slide = deck.addSlide({ masterName: 'PLAIN' })
      slide.addText(block.text, { placeholder: 'title' })
    } else if (block.type === 'list') slide.addText(flat(block), area)
    else if (block.type === 'paragraph') slide.addText(block.text, area)
    else if (block.type === 'table') {
      const style = (row, text) => ({
        bold: block.head && row === 0,
        align: isNumeric(text) ? 'right' : 'left',
        ...(block.head && row === 0 && block.look !== 'plain' ? { fill: { color: 'D9E2F0' } } : {}),
      })
      const border = block.look === 'plain' ? { type: 'none' } : { type: 'solid', pt: 0.5, color: '888888' }
      slide.addTable(
        block.rows.map((row, at) => row.map((text) => ({ text, options: style(at, text) }))),
        { ...area, fontSize: 11, border },
      )
    }
  }
  await deck.writeFile({ fileName: path })
}

const digits = (text, lang) =>
  Number(
    lang === 'en' || ['ja', 'zh'].includes(lang)
      ? text.replace(/,/g, '')
      : text.replace(/[.\s]/g, '').replace(',', '.'),
  )

/** One sheet for each heading. Numbers are numbers where the format shows them as the source does. */
export async function xlsx(source, path) {
  const { Workbook } = load('exceljs')
  const book = new Workbook()
  let sheet
  for (const block of source.blocks) {
    if (block.type === 'heading') {
      sheet = book.addWorksheet(block.text.slice(0, 31), {
        pageSetup: {
          paperSize: 9,
          orientation: source.look.landscape ? 'landscape' : 'portrait',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          showGridLines: false,
        },
        headerFooter: {
          oddHeader: source.header ? `&L${source.header}` : '',
          oddFooter: source.page ? `&R${source.page} &P` : '',
        },
      })
    } else if (block.type === 'table') addTable(sheet, block, source)
  }
  await book.xlsx.writeFile(path)
}

function addTable(sheet, { rows, head, look }, { lang, look: { size } }) {
  const isEnglish = ['en', 'ja', 'zh'].includes(lang)
  for (const [at, cells] of rows.entries()) {
    const row = sheet.addRow(
      cells.map((text) =>
        isEnglish && /^-?[\d,]+(\.\d+)?$/.test(text) && !/^0\d/.test(text) ? digits(text, lang) : text,
      ),
    )
    // LibreOffice doesn't always make a row as high as its text.
    row.height = Math.max(...cells.map((text) => text.split('\n').length)) * size * 1.45
    for (let column = 1; column <= cells.length; column++) {
      const text = cells[column - 1]
      const cell = row.getCell(column)
      const decimals = /\.(\d+)$/.exec(text)?.[1].length ?? 0
      if (typeof cell.value === 'number')
        cell.numFmt =
          (text.includes(',') || decimals > 0 ? '#,##0' : '0') + (decimals ? `.${'0'.repeat(decimals)}` : '')
      cell.font = { name: cjk[lang] ?? 'Liberation Sans', size, bold: head && at === 0 }
      cell.alignment = {
        horizontal: isNumericColumn(rows, column - 1) ? 'right' : 'left',
        vertical: 'top',
        wrapText: text.includes('\n'),
      }
      if (look === 'grid')
        for (const side of ['top', 'left', 'bottom', 'right'])
          cell.border = { ...cell.border, [side]: { style: 'thin' } }
      if (look === 'lines' && at === 0) cell.border = { bottom: { style: 'medium' } }
      if (head && at === 0 && (look === 'shaded' || look === 'zebra'))
        cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFD9E2F0' } }
    }
  }
  for (const [at] of rows[0].entries()) {
    const longest = Math.max(...rows.flatMap((row) => row[at].split('\n').map(({ length }) => length)))
    sheet.getColumn(at + 1).width = Math.max(8, longest * (cjk[lang] ? 2 : 1.1) + 3)
  }
  if (head) sheet.pageSetup.printTitlesRow = '1:1'
}

/** Writes with `write` and converts the result with LibreOffice. */
export const converted = (write, extension, filter) => async (source, path) => {
  const from = path.replace(/\.\w+$/, `.from.${extension}`)
  await write(source, from)
  convert(from, path, filter)
  unlinkSync(from)
}
