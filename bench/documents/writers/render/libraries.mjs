/** PDFs of JavaScript libraries. */

import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { flatItems, fontFile, monoFile, sizeOf } from './drawn.mjs'
import { isNumericColumn, load } from './tools.mjs'

export async function pdfmake(source, path) {
  const pdfMake = load('pdfmake')
  const { look, stamp } = source
  pdfMake.setFonts?.({
    Body: {
      normal: fontFile(look.font, 'Regular'),
      bold: fontFile(look.font, 'Bold'),
      italics: fontFile(look.font, 'Italic'),
    },
    Mono: { normal: monoFile, bold: monoFile },
  })
  pdfMake.setLocalAccessPolicy?.(() => true)
  const list = ({ ordered, items }) => ({
    [ordered ? 'ol' : 'ul']: items.flatMap((item) => (item.items ? [[{ text: item.text }, list(item)]] : [item])),
    margin: [0, 2, 0, 6],
  })
  const layouts = {
    grid: undefined,
    lines: 'lightHorizontalLines',
    plain: 'noBorders',
    shaded: undefined,
    zebra: { fillColor: (row) => (row % 2 ? '#f1f1f1' : null), hLineWidth: () => 0, vLineWidth: () => 0 },
  }
  const blocks = {
    heading: ({ level, text }) => ({
      text,
      fontSize: sizeOf(level, look.size),
      bold: true,
      color: look.color,
      margin: [0, 10, 0, 4],
    }),
    paragraph: ({ text }) => ({ text, margin: [0, 0, 0, 8], alignment: look.justify ? 'justify' : 'left' }),
    list,
    code: ({ text }) => ({
      text,
      font: 'Mono',
      fontSize: look.size - 1,
      preserveLeadingSpaces: true,
      margin: [8, 2, 0, 8],
    }),
    table: ({ rows, head, look: kind }) => ({
      layout: layouts[kind],
      margin: [0, 4, 0, 10],
      table: {
        headerRows: head ? 1 : 0,
        dontBreakRows: true,
        widths: rows[0].map((_, at) => (at === 1 ? '*' : 'auto')),
        body: rows.map((row, at) =>
          row.map((text, column) => ({
            text,
            bold: head && at === 0,
            alignment: isNumericColumn(rows, column) ? 'right' : 'left',
            ...(kind === 'shaded' && at === 0 ? { fillColor: '#d9e2f0' } : {}),
          })),
        ),
      },
    }),
  }
  const definition = {
    info: { title: source.title },
    pageOrientation: look.landscape ? 'landscape' : 'portrait',
    defaultStyle: { font: 'Body', fontSize: look.size },
    ...(source.header ? { header: { text: source.header, margin: [40, 18, 40, 0], fontSize: 8 } } : {}),
    footer: (page) => ({
      columns: [
        { text: source.footer ?? '' },
        { text: source.page ? `${source.page} ${page}` : '', alignment: 'right' },
      ],
      fontSize: 8,
      margin: [40, 10, 40, 0],
    }),
    ...(stamp && !stamp.isAtSide ? { watermark: { text: stamp.text, opacity: 0.12, bold: true } } : {}),
    content: source.blocks.map((block) => blocks[block.type](block)),
  }
  await pdfMake.createPdf(definition).write(path)
}

export async function jspdf(source, path) {
  const { jsPDF } = load('jspdf')
  const { autoTable } = load('jspdf-autotable')
  const { look } = source
  const pdf = new jsPDF({ unit: 'pt', orientation: look.landscape ? 'l' : 'p' })
  for (const style of ['Regular', 'Bold']) {
    pdf.addFileToVFS(`${style}.ttf`, readFileSync(fontFile(look.font, style)).toString('base64'))
    pdf.addFont(`${style}.ttf`, 'body', style === 'Bold' ? 'bold' : 'normal')
  }
  const width = pdf.internal.pageSize.getWidth() - 112
  const bottom = pdf.internal.pageSize.getHeight() - 60
  let y = 70
  const write = (text, { size = look.size, style = 'normal', indent = 0, label = '' } = {}) => {
    pdf.setFont('body', style).setFontSize(size)
    for (const [at, line] of pdf.splitTextToSize(text, width - indent).entries()) {
      if (y > bottom) {
        pdf.addPage()
        y = 70
      }
      if (at === 0 && label) pdf.text(label, 56 + indent - 14, y)
      pdf.text(line, 56 + indent, y)
      y += size * 1.3
    }
    y += size * 0.5
  }
  const themes = { grid: 'grid', lines: 'plain', plain: 'plain', shaded: 'grid', zebra: 'striped' }
  const blocks = {
    heading: ({ level, text }) => write(text, { size: sizeOf(level, look.size), style: 'bold' }),
    paragraph: ({ text }) => write(text),
    list: (block) =>
      flatItems(block).forEach(({ text, depth, label }) => {
        write(text, { indent: 16 + depth * 18, label })
      }),
    table: ({ rows, head, look: kind }) => {
      autoTable(pdf, {
        startY: y,
        margin: { left: 56, right: 56, top: 60, bottom: 60 },
        theme: themes[kind],
        rowPageBreak: 'avoid',
        head: head ? rows.slice(0, 1) : [],
        body: head ? rows.slice(1) : rows,
        styles: { font: 'body', fontSize: look.size - 1 },
        columnStyles: Object.fromEntries(
          rows[0].map((_, at) => [at, { halign: isNumericColumn(rows, at) ? 'right' : 'left' }]),
        ),
      })
      y = pdf.lastAutoTable.finalY + 24
    },
  }
  for (const block of source.blocks) blocks[block.type](block)
  const count = pdf.internal.getNumberOfPages()
  for (let page = 1; page <= count; page++) {
    pdf.setPage(page).setFont('body', 'normal').setFontSize(8)
    if (source.header) pdf.text(source.header, 56, 34)
    if (source.page) pdf.text(`${source.page} ${page}`, width + 20, bottom + 34)
  }
  writeFileSync(path, Buffer.from(pdf.output('arraybuffer')))
}

export async function pdfkit(source, path) {
  const PDFDocument = load('pdfkit')
  const { look, stamp } = source
  const pdf = new PDFDocument({
    size: 'A4',
    layout: look.landscape ? 'landscape' : 'portrait',
    margins: { top: 72, bottom: 72, left: 64, right: 64 },
    bufferPages: true,
    info: { Title: source.title },
  })
  const stream = pdf.pipe(createWriteStream(path))
  for (const style of ['Regular', 'Bold']) pdf.registerFont(style, fontFile(look.font, style))
  pdf.registerFont('Mono', monoFile)
  const body = () => pdf.font('Regular').fontSize(look.size).fillColor('black')
  const blocks = {
    heading: ({ level, text }) =>
      pdf.font('Bold').fontSize(sizeOf(level, look.size)).fillColor(look.color).text(text, 64).moveDown(0.4),
    paragraph: ({ text }) =>
      body()
        .text(text, 64, undefined, { align: look.justify ? 'justify' : 'left' })
        .moveDown(0.7),
    list: (block) => {
      for (const { text, depth, label } of flatItems(block)) {
        body()
        if (pdf.y > pdf.page.height - 100) pdf.addPage()
        const { y } = pdf
        pdf.text(label, 72 + depth * 20, y, { lineBreak: false })
        pdf.text(text, 90 + depth * 20, y)
      }
      pdf.x = 64
      pdf.moveDown(0.7)
    },
    code: ({ text }) =>
      pdf
        .font('Mono')
        .fontSize(look.size - 1)
        .fillColor('black')
        .text(text, 76)
        .moveDown(0.7),
    table: ({ rows, head, look: kind }) => {
      body()
      pdf.x = 64
      const border = { grid: 0.7, shaded: 0.5, lines: [0, 0, 0.5, 0], plain: 0, zebra: 0 }[kind]
      const data = rows.map((row, at) =>
        row.map((text, column) => ({
          text,
          align: { x: isNumericColumn(rows, column) ? 'right' : 'left', y: 'top' },
          ...(head && at === 0
            ? { font: { src: 'Bold' }, ...(kind === 'shaded' ? { backgroundColor: '#d9e2f0' } : {}) }
            : {}),
        })),
      )
      pdf.table({ data, defaultStyle: { border, padding: 4 } })
      pdf.moveDown(1)
    },
  }
  for (const block of source.blocks) blocks[block.type](block)
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    body().fontSize(8)
    if (source.header) pdf.text(source.header, 64, 36, { lineBreak: false })
    if (source.page) pdf.text(`${source.page} ${page + 1}`, 480, pdf.page.height - 40, { lineBreak: false })
    if (stamp) {
      pdf
        .save()
        .rotate(-50, { origin: [300, 420] })
        .font('Bold')
        .fontSize(80)
        .fillColor('#999', 0.25)
      pdf.text(stamp.text, 100, 380, { lineBreak: false }).restore()
    }
  }
  pdf.end()
  await finished(stream)
}
