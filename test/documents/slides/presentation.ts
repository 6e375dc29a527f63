/** Builds presentations for tests from the XML of their parts. */

import { type ZipFiles, zipOf } from '../office/archive/zip.ts'
import { relationships } from '../sheets/workbook.ts'

const namespaces = [
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
].join(' ')

export interface TestSlide {
  /** Content of its shape tree. */
  shapes: string
  /** Attributes of `p:sld`. */
  attributes?: string
  /** Shapes of its notes. */
  notes?: string
  /** Attributes of `a:overrideClrMapping`. */
  colours?: string
  relations?: readonly (readonly [id: string, type: string, target: string, isExternal?: boolean])[]
}

const tree = (shapes: string) => `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`

/** Body placeholders have bullets at all levels, except the layout's placeholder with index 7. */
const layout = `<p:sldLayout ${namespaces}>${tree(
  shape('x', { type: 'body', idx: '7', list: '<a:lvl1pPr><a:buNone/></a:lvl1pPr>' }),
)}</p:sldLayout>`
const levels = [1, 2, 3].map((n) => `<a:lvl${n}pPr><a:buChar char="•"/></a:lvl${n}pPr>`).join('')
const master = `<p:sldMaster ${namespaces}>${tree('')}<p:txStyles><p:titleStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></p:titleStyle>
  <p:bodyStyle>${levels}</p:bodyStyle></p:txStyles></p:sldMaster>`

/** The slide order in the list differs from the order of the files. */
export function presentationOf(slides: readonly TestSlide[], files: ZipFiles = {}) {
  const number = (i: number) => slides.length - i
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${slides
      .map((_, i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, i) => [`s${i}`, 'slide', `slides/slide${number(i)}.xml`]),
    ),
    'ppt/slideLayouts/slideLayout1.xml': layout,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
      ['m', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/slideMasters/slideMaster1.xml': master,
  }
  for (const [i, { shapes, attributes = '', notes, colours, relations = [] }] of slides.entries()) {
    const name = `slide${number(i)}.xml`
    const override = colours === undefined ? '' : `<p:clrMapOvr><a:overrideClrMapping ${colours}/></p:clrMapOvr>`
    parts[`ppt/slides/${name}`] = `<p:sld ${namespaces} ${attributes}>${tree(shapes)}${override}</p:sld>`
    parts[`ppt/slides/_rels/${name}.rels`] = relationships([
      ['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(notes === undefined ? [] : [['notes', 'notesSlide', `../notesSlides/${name}`] as const]),
      ...relations,
    ])
    if (notes !== undefined) parts[`ppt/notesSlides/${name}`] = `<p:notes ${namespaces}>${tree(notes)}</p:notes>`
  }
  return zipOf({ ...parts, ...files })
}

interface ShapeOptions {
  type?: string
  idx?: string
  list?: string
  /** Attributes of its properties. */
  properties?: string
}

/** `paragraphs` are plain text, or the content of `a:p` if they start with a tag. */
export function shape(
  paragraphs: string | readonly string[],
  { type, idx, list = '', properties = '' }: ShapeOptions = {},
) {
  const place =
    type === undefined && idx === undefined
      ? ''
      : `<p:ph${type ? ` type="${type}"` : ''}${idx ? ` idx="${idx}"` : ''}/>`
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="n" ${properties}/><p:nvPr>${place}</p:nvPr></p:nvSpPr>
    <p:txBody><a:bodyPr/><a:lstStyle>${list}</a:lstStyle>${[paragraphs].flat().map(paragraph).join('')}</p:txBody></p:sp>`
}

function paragraph(content: string): string {
  return `<a:p>${content.startsWith('<') ? content : `<a:r><a:t>${content}</a:t></a:r>`}</a:p>`
}
