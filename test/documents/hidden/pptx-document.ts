/** Builds complete presentations with one slide, a layout, a master and a theme. */

import { zipOf } from '../office/archive/zip.ts'
import { contentTypes, darkPixel, relations, theme } from './office-package.ts'

interface PptxParts {
  /** The fills of the slide's and the master's backgrounds. */
  background?: string
  masterBackground?: string
  /** The color map of the master, and the override on the slide. */
  masterColours?: string
  slideColours?: string
  /** Shapes of the layout. */
  layout?: string
}

const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const rest =
  'bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"'
const own = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>'

export const lightOnDark = `bg1="dk1" tx1="lt1" ${rest}`
const darkOnLight = `bg1="lt1" tx1="dk1" ${rest}`

/** `shapes` are the slide's shapes, from back to front. `rId2` is an image with a single dark blue pixel. */
export function pptx(shapes: string, parts: PptxParts = {}): Uint8Array {
  const { background, masterBackground, masterColours = darkOnLight, slideColours, layout = '' } = parts
  const override =
    slideColours === undefined ? own : `<p:clrMapOvr><a:overrideClrMapping ${slideColours}/></p:clrMapOvr>`
  const levels =
    '<a:lvl1pPr><a:defRPr sz="1800"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr>'
  const style = (name: string) => `<p:${name}Style>${levels}</p:${name}Style>`
  const type = (name: string) => `presentationml.${name}`
  return zipOf({
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': type('presentation.main'),
      'ppt/slides/slide1.xml': type('slide'),
      'ppt/slideLayouts/slideLayout1.xml': type('slideLayout'),
      'ppt/slideMasters/slideMaster1.xml': type('slideMaster'),
      'ppt/theme/theme1.xml': 'theme',
    }),
    '_rels/.rels': relations([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="${width}" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ['slide', 'slides/slide1.xml'],
      ['theme', 'theme/theme1.xml'],
    ]),
    'ppt/slides/slide1.xml': `<p:sld ${namespaces}>${tree(shapes, background)}${override}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['image', '../media/image1.png'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${namespaces} type="obj">${tree(layout)}${own}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([['slideMaster', '../slideMasters/slideMaster1.xml']]),
    'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${namespaces}>${tree('', masterBackground ?? schemeFill('bg1'))}<p:clrMap ${masterColours}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:txStyles>${['title', 'body', 'other'].map(style).join('')}</p:txStyles></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ]),
    'ppt/theme/theme1.xml': theme,
    'ppt/media/image1.png': darkPixel,
  })
}

const width = 12192000

function tree(shapes: string, background?: string): string {
  const painted = background === undefined ? '' : `<p:bg><p:bgPr>${background}<a:effectLst/></p:bgPr></p:bg>`
  return `<p:cSld>${painted}<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
}

export const fill = (colour: string) => `<a:solidFill><a:srgbClr val="${colour}"/></a:solidFill>`
export const schemeFill = (name: string) => `<a:solidFill><a:schemeClr val="${name}"/></a:solidFill>`

/** A run. `properties` and `attributes` are the children and attributes of `a:rPr`. */
export const run = (words: string, properties = '', attributes = '') =>
  `<a:r><a:rPr lang="en-GB" ${attributes}>${properties}</a:rPr><a:t>${words}</a:t></a:r>`

/** A position on the slide in EMU. The shape is 9,600,000 wide and 900,000 high. */
export const place = (x: number, y: number) =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="9600000" cy="900000"/></a:xfrm>`
export const rectangle = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'

interface BoxOptions {
  x?: number
  y?: number
  /** The fill. */
  paint?: string
  /** `p:style`. */
  style?: string
  /** `p:ph`. Without it, the shape is a text box. */
  placeholder?: string
}

/** A shape with one paragraph of runs. All boxes have the same default position. */
export function box(
  content: string,
  { x = 900000, y = 2700000, paint = '', style = '', placeholder = '' }: BoxOptions = {},
): string {
  const id = 2 + Math.round(y / 1000)
  const kind = placeholder === '' ? '<p:cNvSpPr txBox="1"/>' : '<p:cNvSpPr/>'
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Box ${id}"/>${kind}<p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${place(x, y)}${rectangle}${paint}</p:spPr>${style}<p:txBody><a:bodyPr wrap="square"/><a:lstStyle/><a:p>${content}</a:p></p:txBody></p:sp>`
}

/** The box at the top. */
export const top = (content: string) => box(content, { y: 600000 })
