/** DOCX. */

import { writeFileSync } from 'node:fs'
import { cjk, isNumericColumn, load, textOfItem } from './tools.mjs'

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
    const children = text
      .split('\n')
      .map((line, at) => new TextRun({ text: line, rightToLeft: this.isRtl, ...(at > 0 ? { break: 1 } : {}), ...run }))
    return new Paragraph({
      bidirectional: this.isRtl,
      children,
      ...options,
      ...(options.extra ? { children: [...children, ...options.extra] } : {}),
    })
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
    return items.flatMap((item) => [
      this.paragraph(textOfItem(item), { numbering }),
      ...(item.items ? this.list(item, level + 1) : []),
    ])
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
    const borders = {
      top: side,
      bottom: between,
      left: side,
      right: side,
      insideHorizontal: between,
      insideVertical: side,
    }
    const fill = (at) =>
      head && at === 0 && look !== 'plain' && look !== 'lines'
        ? 'D9E2F0'
        : look === 'zebra' && at % 2 === 0
          ? 'F1F1F1'
          : undefined
    const cell = (text, at, row) =>
      new TableCell({
        margins: { left: 90, right: 90, top: 30, bottom: 30 },
        ...(fill(row) ? { shading: { fill: fill(row), color: 'auto' } } : {}),
        children: text
          .split('\n')
          .map((line) =>
            this.paragraph(
              line,
              { alignment: isNumericColumn(rows, at) ? AlignmentType.END : AlignmentType.START },
              { bold: head && row === 0 },
            ),
          ),
      })
    const made = rows.map(
      (cells, row) =>
        new TableRow({
          tableHeader: head && row === 0,
          cantSplit: true,
          children: cells.map((text, at) => cell(text, at, row)),
        }),
    )
    return [
      new Table({
        rows: made,
        borders,
        visuallyRightToLeft: this.isRtl,
        width: { size: 100, type: WidthType.PERCENTAGE },
      }),
      this.paragraph(''),
    ]
  }
  levels(formats) {
    const { AlignmentType } = this.lib
    return formats.map(([format, text], level) => ({
      level,
      format,
      text,
      alignment: AlignmentType.START,
      style: { paragraph: { indent: { left: 500 * (level + 1), hanging: 300 } } },
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
    const footer = [
      new TextRun({ text: `${source.footer ?? ''}\t` }),
      ...(source.page ? [new TextRun({ children: [`${source.page} `, PageNumber.CURRENT] })] : []),
    ]
    const around = {
      ...(source.header ? { headers: { default: new Header({ children: [this.paragraph(source.header)] }) } } : {}),
      ...(source.footer || source.page
        ? { footers: { default: new Footer({ children: [new Paragraph({ children: footer })] }) } }
        : {}),
    }
    const page = {
      size: {
        orientation: look.landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
        width: 11906,
        height: 16838,
      },
    }
    const [title, ...rest] = blocks.map((block) => [block].flat())
    const sections =
      look.columns === 2
        ? [
            { properties: { page }, ...around, children: title },
            {
              properties: { page, type: SectionType.CONTINUOUS, column: { count: 2, space: 500 } },
              ...around,
              children: rest.flat(),
            },
          ]
        : [{ properties: { page }, ...around, children: [...title, ...rest.flat()] }]
    const heading = (level, size) => ({
      run: { size, bold: true, color: look.color.slice(1), font },
      paragraph: { outlineLevel: level - 1, spacing: { before: 280, after: 120 } },
    })
    return new Document({
      title: source.title,
      footnotes: this.notes,
      numbering: {
        config: [
          {
            reference: 'bullets',
            levels: this.levels([
              ['bullet', '•'],
              ['bullet', '–'],
              ['bullet', '▪'],
            ]),
          },
          {
            reference: 'numbers',
            levels: this.levels([
              ['decimal', '%1.'],
              ['lowerLetter', '%2)'],
              ['lowerRoman', '%3.'],
            ]),
          },
        ],
      },
      styles: {
        default: {
          document: { run: { font, size: look.size * 2, language: { value: source.lang } } },
          heading1: heading(1, look.size * 4),
          heading2: heading(2, look.size * 3),
          heading3: heading(3, Math.round(look.size * 2.4)),
          heading4: heading(4, look.size * 2),
        },
        paragraphStyles: [
          { id: 'Code', name: 'HTML Preformatted', run: { font: 'Liberation Mono', size: look.size * 2 - 3 } },
        ],
      },
      sections,
    })
  }
}

export async function docx(source, path) {
  writeFileSync(path, await load('docx').Packer.toBuffer(new Word(source).document()))
}
