/** DOCX, PPTX and XLSX of JavaScript libraries, and LibreOffice's conversions of them. */

import { unlinkSync, writeFileSync } from 'node:fs'
import { convert, isNumeric, isNumericColumn, load, textOfItem } from './tools.mjs'

const cjk = { ja: 'Droid Sans Fallback', zh: 'Droid Sans Fallback', ar: 'DejaVu Sans' }

/** The parts of a document in terms of the library `docx`. */
class Word {
  constructor(source) {
    this.source = source
    this.lib = load('docx')
    this.notes = {}
    this.lists = 0
    this.isRtl = source.lang === 'ar'
  }
  paragraph(text, options = {}, run = {}) {
    const { Paragraph, TextRun } = this.lib
    const children = text.split('\n').map((line, at) => new TextRun({ text: line, rightToLeft: this.isRtl, ...(at > 0 ? { break: 1 } : {}), ...run }))
    return new Paragraph({ bidirectional: this.isRtl, children, ...options, ...(options.extra ? { children: [...children, ...options.extra] } : {}) })
  }
  heading({ level, text }) {
    return this.paragraph(text, { heading: this.lib.HeadingLevel[`HEADING_${level}`] })
  }
  text({ text, note }) {
    const extra = []
    if (note) {
      const id = Object.keys(this.notes).length + 1
      this.notes[id] = { children: [this.paragraph(note)] }
      extra.push(new this.lib.FootnoteReferenceRun(id))
    }
    const alignment = this.source.look.justify ? this.lib.AlignmentType.BOTH : this.lib.AlignmentType.START
    return this.paragraph(text, { extra, alignment, spacing: { after: 140 } })
  }
  list({ ordered, items }, level = 0) {
    const instance = this.lists++
    const numbering = { reference: ordered ? 'numbers' : 'bullets', level, instance }
    return items.flatMap((item) => [this.paragraph(textOfItem(item), { numbering }), ...(item.items ? this.list(item, level + 1) : [])])
  }
  code({ text }) {
    return text.split('\n').map((line) => this.paragraph(line, { style: 'Code' }))
  }
  table({ rows, head, look }) {
    const { Table, TableRow, TableCell, BorderStyle, WidthType, AlignmentType } = this.lib
    const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
    const thin = { style: BorderStyle.SINGLE, size: 4, color: look === 'grid' ? '333333' : 'BBBBBB' }
    const isGrid = look === 'grid' || look === 'shaded'
    const side = isGrid ? thin : none
    const between = isGrid || look === 'lines' ? thin : none
    const borders = { top: side, bottom: between, left: side, right: side, insideHorizontal: between, insideVertical: side }
    const fill = (at) => (head && at === 0 && look !== 'plain' && look !== 'lines' ? 'D9E2F0' : look === 'zebra' && at % 2 === 0 ? 'F1F1F1' : undefined)
    const cell = (text, at, row) =>
      new TableCell({
        margins: { left: 90, right: 90, top: 30, bottom: 30 },
        ...(fill(row) ? { shading: { fill: fill(row), color: 'auto' } } : {}),
        children: text.split('\n').map((line) =>
          this.paragraph(line, { alignment: isNumericColumn(rows, at) ? AlignmentType.END : AlignmentType.START }, { bold: head && row === 0 }),
        ),
      })
    const made = rows.map((cells, row) => new TableRow({ tableHeader: head && row === 0, cantSplit: true, children: cells.map((text, at) => cell(text, at, row)) }))
    return [new Table({ rows: made, borders, visuallyRightToLeft: this.isRtl, width: { size: 100, type: WidthType.PERCENTAGE } }), this.paragraph('')]
  }
  levels(formats) {
    const { AlignmentType } = this.lib
    return formats.map(([format, text], level) => ({
      level, format, text, alignment: AlignmentType.START, style: { paragraph: { indent: { left: 500 * (level + 1), hanging: 300 } } },
    }))
  }
  document() {
    const { Document, Header, Footer, PageNumber, TextRun, Paragraph, PageOrientation, SectionType } = this.lib
    const { source } = this
    const { look } = source
    const font = cjk[source.lang] ?? (look.font === 'sans' ? 'Liberation Sans' : 'Liberation Serif')
    const blocks = source.blocks.map((block) => {
      if (block.type === 'heading') return this.heading(block)
      return block.type === 'paragraph' ? this.text(block) : this[block.type](block)
    })
    const footer = [new TextRun({ text: `${source.footer ?? ''}\t` }), ...(source.page ? [new TextRun({ children: [`${source.page} `, PageNumber.CURRENT] })] : [])]
    const around = {
      ...(source.header ? { headers: { default: new Header({ children: [this.paragraph(source.header)] }) } } : {}),
      ...(source.footer || source.page ? { footers: { default: new Footer({ children: [new Paragraph({ children: footer })] }) } } : {}),
    }
    const page = { size: { orientation: look.landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT, width: 11906, height: 16838 } }
    const [title, ...rest] = blocks.map((block) => [block].flat())
    const sections = look.columns === 2
      ? [{ properties: { page }, ...around, children: title }, { properties: { page, type: SectionType.CONTINUOUS, column: { count: 2, space: 500 } }, ...around, children: rest.flat() }]
      : [{ properties: { page }, ...around, children: [...title, ...rest.flat()] }]
    const heading = (size) => ({ run: { size, bold: true, color: look.color.slice(1), font }, paragraph: { spacing: { before: 280, after: 120 } } })
    return new Document({
      title: source.title,
      footnotes: this.notes,
      numbering: {
        config: [
          { reference: 'bullets', levels: this.levels([['bullet', '•'], ['bullet', '–'], ['bullet', '▪']]) },
          { reference: 'numbers', levels: this.levels([['decimal', '%1.'], ['lowerLetter', '%2)'], ['lowerRoman', '%3.']]) },
        ],
      },
      styles: {
        default: {
          document: { run: { font, size: look.size * 2, language: { value: source.lang } } },
          heading1: heading(look.size * 4), heading2: heading(look.size * 3), heading3: heading(Math.round(look.size * 2.4)), heading4: heading(look.size * 2),
        },
        paragraphStyles: [{ id: 'Code', name: 'HTML Preformatted', run: { font: 'Liberation Mono', size: look.size * 2 - 3 } }],
      },
      sections,
    })
  }
}

export async function docx(source, path) {
  writeFileSync(path, await load('docx').Packer.toBuffer(new Word(source).document()))
}

/** One slide for each heading. Nested items are indented. */
export async function pptx(source, path) {
  const deck = new (load('pptxgenjs'))()
  deck.layout = 'LAYOUT_16x9'
  const font = cjk[source.lang] ?? 'Liberation Sans'
  deck.defineSlideMaster({
    title: 'PLAIN',
    objects: [
      { placeholder: { options: { name: 'title', type: 'title', x: 0.5, y: 0.3, w: 9, h: 0.9, fontSize: 28, fontFace: font, bold: true, color: source.look.color.slice(1), align: 'left' }, text: '' } },
      ...(source.footer ? [{ text: { text: source.footer, options: { x: 0.5, y: 5.2, w: 5, h: 0.3, fontSize: 10 } } }] : []),
    ],
    ...(source.page ? { slideNumber: { x: 9.2, y: 5.2, fontSize: 10 } } : {}),
  })
  let slide
  const flat = ({ ordered, items }, level = 0) =>
    items.flatMap((item) => [
      { text: textOfItem(item), options: { bullet: ordered ? { type: 'number' } : true, indentLevel: level, breakLine: true } },
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
      const style = (row, text) => ({ bold: block.head && row === 0, align: isNumeric(text) ? 'right' : 'left', ...(block.head && row === 0 && block.look !== 'plain' ? { fill: { color: 'D9E2F0' } } : {}) })
      const border = block.look === 'plain' ? { type: 'none' } : { type: 'solid', pt: 0.5, color: '888888' }
      slide.addTable(block.rows.map((row, at) => row.map((text) => ({ text, options: style(at, text) }))), { ...area, fontSize: 11, border })
    }
  }
  await deck.writeFile({ fileName: path })
}

const digits = (text, lang) => Number((lang === 'en' || ['ja', 'zh'].includes(lang) ? text.replace(/,/g, '') : text.replace(/[.\s]/g, '').replace(',', '.')))

/** One sheet for each heading. Numbers are numbers where the format shows them as the source does. */
export async function xlsx(source, path) {
  const { Workbook } = load('exceljs')
  const book = new Workbook()
  let sheet
  for (const block of source.blocks) {
    if (block.type === 'heading') {
      sheet = book.addWorksheet(block.text.slice(0, 31), {
        pageSetup: { paperSize: 9, orientation: source.look.landscape ? 'landscape' : 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0, showGridLines: false },
        headerFooter: { oddHeader: source.header ? `&L${source.header}` : '', oddFooter: source.page ? `&R${source.page} &P` : '' },
      })
    } else if (block.type === 'table') addTable(sheet, block, source)
  }
  await book.xlsx.writeFile(path)
}

function addTable(sheet, { rows, head, look }, { lang, look: { size } }) {
  const isEnglish = ['en', 'ja', 'zh'].includes(lang)
  for (const [at, cells] of rows.entries()) {
    const row = sheet.addRow(cells.map((text) => (isEnglish && /^-?[\d,]+(\.\d+)?$/.test(text) && !/^0\d/.test(text) ? digits(text, lang) : text)))
    for (let column = 1; column <= cells.length; column++) {
      const text = cells[column - 1]
      const cell = row.getCell(column)
      const decimals = /\.(\d+)$/.exec(text)?.[1].length ?? 0
      if (typeof cell.value === 'number') cell.numFmt = (text.includes(',') || decimals > 0 ? '#,##0' : '0') + (decimals ? `.${'0'.repeat(decimals)}` : '')
      cell.font = { name: cjk[lang] ?? 'Liberation Sans', size, bold: head && at === 0 }
      cell.alignment = { horizontal: isNumericColumn(rows, column - 1) ? 'right' : 'left', vertical: 'top', wrapText: text.includes('\n') }
      if (look === 'grid') for (const side of ['top', 'left', 'bottom', 'right']) cell.border = { ...cell.border, [side]: { style: 'thin' } }
      if (look === 'lines' && at === 0) cell.border = { bottom: { style: 'medium' } }
      if (head && at === 0 && (look === 'shaded' || look === 'zebra')) cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFD9E2F0' } }
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
