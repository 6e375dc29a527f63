/** Builds PDFs with text at given positions. */

import { pdfFile, stream } from './pdf-document.ts'

type Font = 'plain' | 'bold' | 'italic' | 'mono' | 'wingdings'

export interface Placed {
  text: string
  x: number
  /** Distance from the top of the page. */
  y: number
  size?: number
  font?: Font
  /** Degrees, counterclockwise. */
  turned?: number
}

export interface PlacedPage {
  texts: readonly Placed[]
  /** Coordinates x, y, x, y from the top left. */
  rules?: readonly (readonly [number, number, number, number])[]
  /** Filled squares: left, bottom and size, from the top left. */
  squares?: readonly (readonly [number, number, number])[]
  links?: readonly { uri: string; rect: readonly [number, number, number, number] }[]
  /** Covers the page with an image. */
  isScan?: boolean
  /** Entries of the page's dictionary. */
  entries?: string
}

const height = 792
const fonts: Record<Font, string> = {
  plain: 'Helvetica',
  bold: 'Helvetica-Bold',
  italic: 'Helvetica-Oblique',
  mono: 'Courier',
  wingdings: 'Wingdings',
}

/** Strings are in Latin-1. */
export function placedPdf(pages: readonly PlacedPage[], info = '', catalog = ''): Uint8Array<ArrayBuffer> {
  const names = Object.keys(fonts)
  const first = 3 + names.length
  const resources = `<< /Font << ${names.map((name, at) => `/${name} ${3 + at} 0 R`).join(' ')} >> >>`
  const objects = pages.flatMap((page, at) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${height}] /Contents ${first + 2 * at + 1} 0 R /Resources ${resources} /Annots [${(page.links ?? []).map(annotationOf).join(' ')}] ${page.entries ?? ''} >>`,
    stream(contentOf(page)),
  ])
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  return new Uint8Array(
    pdfFile(
      [
        `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
        `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
        ...Object.values(fonts).map(
          (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
        ),
        ...objects,
      ],
      info === '' ? '' : `/Info << ${info} >>`,
    ),
  )
}

/** Returns lines one below the other, 14 points apart. */
export function linesAt(x: number, y: number, lines: readonly string[], style: Partial<Placed> = {}): Placed[] {
  return lines.map((text, at) => ({ text, x, y: y + at * 14, ...style }))
}

function contentOf({ texts, rules = [], squares = [], isScan = false }: PlacedPage): string {
  const shown = texts.map(({ text, x, y, size = 11, font = 'plain', turned = 0 }) => {
    const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)]
    const matrix = [cos, sin, -sin, cos, x, height - y].map((value) => value.toFixed(3)).join(' ')
    return `BT /${font} ${size} Tf ${matrix} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
  })
  const drawn = rules.map(([x0, y0, x1, y1]) => `${x0} ${height - y0} m ${x1} ${height - y1} l S`)
  const filled = squares.map(([x, y, size]) => `${x} ${height - y} ${size} ${size} re f`)
  const scan = isScan ? [`q 612 0 0 ${height} 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q`] : []
  return [...scan, ...shown, ...drawn, ...filled].join('\n')
}

function annotationOf({ uri, rect: [x0, y0, x1, y1] }: NonNullable<PlacedPage['links']>[number]): string {
  return `<< /Type /Annot /Subtype /Link /Rect [${x0} ${height - y1} ${x1} ${height - y0}] /A << /S /URI /URI (${uri}) >> >>`
}
