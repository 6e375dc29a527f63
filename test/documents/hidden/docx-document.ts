/** Builds complete Word documents with styles, settings, a theme and text boxes. */

import { run, paragraph as withProperties, wordDocument } from '../word/word-document.ts'
import { contentTypes, relations, theme } from './office-package.ts'

interface DocxParts {
  /** Children of `w:styles`. */
  styles?: string
  /** Children of `w:settings`. */
  settings?: string
  /** The content of a footnote, which `footnoteReference` refers to. */
  footnote?: string
  /** The page color. */
  background?: string
}

const main = 'wordprocessingml'

/** The compatibility mode of Word 2013 and later. */
const compatibility =
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>'

/** `body` contains the children of `w:body`. */
export function docx(body: string, { styles = '', settings = '', footnote, background }: DocxParts = {}): Uint8Array {
  const notes = footnote === undefined ? '' : `<w:footnote w:id="1">${footnote}</w:footnote>`
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const display = background === undefined ? '' : '<w:displayBackgroundShape/>'
  return wordDocument(
    `${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`,
    {
      styles,
      footnotes: `<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>${notes}`,
      ...(background === undefined ? {} : { background: `<w:background w:color="${background}"/>` }),
      files: {
        '[Content_Types].xml': contentTypes({
          'word/document.xml': `${main}.document.main`,
          'word/styles.xml': `${main}.styles`,
          'word/settings.xml': `${main}.settings`,
          'word/footnotes.xml': `${main}.footnotes`,
          'word/theme/theme1.xml': 'theme',
        }),
        'word/_rels/document.xml.rels': relations([
          ['styles', 'styles.xml'],
          ['settings', 'settings.xml'],
          ['footnotes', 'footnotes.xml'],
          ['theme', 'theme/theme1.xml'],
        ]),
        'word/settings.xml': `<?xml version="1.0"?><w:settings xmlns:w="${word}">${display}${settings}${compatibility}</w:settings>`,
        'word/theme/theme1.xml': theme,
      },
    },
  )
}

/** A paragraph with one run. */
export const text = (words: string, runProperties = '', properties = '') =>
  withProperties(run(words, runProperties), properties)

export const footnoteReference =
  '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="1"/></w:r>'

export const colour = (value: string) => `<w:color w:val="${value}"/>`

export const shading = (fill: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`

export const paragraphStyle = (id: string, content: string, basedOn?: string) =>
  `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${id}"/>${basedOn === undefined ? '' : `<w:basedOn w:val="${basedOn}"/>`}${content}</w:style>`

/** A table with one column. `properties` are children of `w:tblPr`. */
export const table = (rows: string, properties = '') =>
  `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/>${properties}</w:tblPr><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid>${rows}</w:tbl>${text('')}`

/** A table style with a dark blue first row. */
export const darkHeader = (textColour: string) =>
  `<w:style w:type="table" w:customStyle="1" w:styleId="Banded"><w:name w:val="Banded"/><w:tblStylePr w:type="firstRow"><w:rPr>${colour(textColour)}</w:rPr><w:tcPr>${shading('1F3864')}</w:tcPr></w:tblStylePr></w:style>`

export const banded = (firstRow: 0 | 1) =>
  `<w:tblStyle w:val="Banded"/><w:tblLook w:val="${firstRow ? '0020' : '0000'}" w:firstRow="${firstRow}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`

interface BoxOptions {
  /** The position on the page, in points. */
  x?: number
  y?: number
  /** The fill color. Without it, the box is not filled. */
  fill?: string
  /** Boxes with a higher number cover boxes with a lower one. */
  height?: number
  isHidden?: boolean
}

/** A run that anchors a 400 × 60 pt text box to the page. `content` is its paragraphs. */
export function box(content: string, { x = 72, y = 300, fill, height = 1, isHidden = false }: BoxOptions = {}): string {
  const emu = (points: number) => points * 12700
  const position = (axis: string, at: number) =>
    `<wp:position${axis} relativeFrom="page"><wp:posOffset>${emu(at)}</wp:posOffset></wp:position${axis}>`
  const paint = fill === undefined ? '<a:noFill/>' : `<a:solidFill><a:srgbClr val="${fill}"/></a:solidFill>`
  const size = `cx="${emu(400)}" cy="${emu(60)}"`
  const shape = `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${paint}<a:ln><a:noFill/></a:ln></wps:spPr><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>`
  const anchor = `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${height}" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>${position('H', x)}${position('V', y)}<wp:extent ${size}/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/><wp:docPr id="${height}" name="Box ${height}"${isHidden ? ' hidden="1"' : ''}/><wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${shape}</a:graphicData></a:graphic></wp:anchor>`
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${anchor}</w:drawing></mc:Choice></mc:AlternateContent></w:r>`
}
