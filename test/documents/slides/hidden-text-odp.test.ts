import { describe, it } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { zipOf } from '../office/archive/zip.ts'

const usual = ['office', 'table', 'text', 'style', 'presentation'].map((name) => [name, `${name}:1.0`])
const namespaces = [...usual, ['draw', 'drawing:1.0'], ['svg', 'svg-compatible:1.0'], ['fo', 'xsl-fo-compatible:1.0']]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
  .join(' ')

interface Case {
  /** Properties of the drawing and of the text in the style X. */
  graphic?: string
  text?: string
  place?: string
  /** Shapes below and above. */
  below?: string
  above?: string
  /** Properties of the slide. */
  page?: string
  attributes?: string
  title?: boolean
}

const at = (x: number, y: number, width: number, height: number) =>
  `svg:x="${x}cm" svg:y="${y}cm" svg:width="${width}cm" svg:height="${height}cm"`

function presentation({ graphic = '', text = '', place = at(1, 1, 10, 3), page = '', ...more }: Case) {
  const { below = '', above = '', attributes = '', title = false } = more
  const style = (name: string, family: string, content: string) =>
    `<style:style style:name="${name}" style:family="${family}">${content}</style:style>`
  const styles =
    style('X', 'graphic', `<style:graphic-properties ${graphic}/><style:text-properties ${text}/>`) +
    style('D', 'graphic', '<style:graphic-properties draw:fill="solid" draw:fill-color="#102030"/>') +
    style('S', 'graphic', '<style:text-properties fo:color="#00b050"/>') +
    style('P', 'drawing-page', `<style:drawing-page-properties ${page}/>`)
  const box = (content: string, more: string) =>
    `<draw:frame ${more}><draw:text-box><text:p>${content}</text:p></draw:text-box></draw:frame>`
  const role = title ? 'presentation:class="title"' : ''
  const shapes = `${below}${box(secret, `draw:style-name="X" ${place} ${role} ${attributes}`)}${above}${box(seen, `draw:style-name="S" ${at(1, 10, 10, 3)}`)}`
  return zipOf({
    mimetype: documentTypes.odp,
    'content.xml': `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:presentation>
      <draw:page draw:style-name="P" draw:master-page-name="M">${shapes}</draw:page></office:presentation></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${namespaces}><office:styles/><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"/></style:page-layout></office:automatic-styles>
      <office:master-styles><draw:layer-set><draw:layer draw:name="away" draw:display="none"/></draw:layer-set><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles></office:document-styles>`,
  })
}

const white = 'fo:color="#ffffff"'
const darkRect = (place: string) => `<draw:rect draw:style-name="D" ${place}/>`

const hidden: Readonly<Record<string, Case>> = {
  white: { text: white },
  'white in the title': { text: white, title: true },
  'the colour of its shape': { text: 'fo:color="#102030"', graphic: 'draw:fill="solid" draw:fill-color="#102030"' },
  'the colour of the slide': { text: 'fo:color="#102030"', page: 'draw:fill="solid" draw:fill-color="#102030"' },
  'one point': { text: 'fo:font-size="1pt"' },
  'right of the slide': { place: at(30, 1, 10, 3) },
  'below the slide': { place: at(1, 17, 10, 3) },
  'moved off the slide': {
    place: 'svg:width="10cm" svg:height="3cm" draw:transform="rotate (0) translate (-40cm 1cm)"',
  },
  'without a size': { place: at(1, 1, 0, 0) },
  'a hidden layer': { attributes: 'draw:layer="away"' },
  'not displayed': { attributes: 'draw:display="none"' },
  covered: { above: darkRect(at(0, 0, 28, 8)) },
  'covered by a frame with the outline of another shape': {
    above: `<draw:frame draw:style-name="D" ${at(0, 0, 28, 8)}><draw:enhanced-geometry draw:type="x"/></draw:frame>`,
  },
}

const visible: Readonly<Record<string, Case>> = {
  'white on a dark slide': { text: white, page: 'draw:fill="solid" draw:fill-color="#102030"' },
  'white on an image of the slide': { text: white, page: 'draw:fill="bitmap"' },
  'white in a dark shape': { text: white, graphic: 'draw:fill="solid" draw:fill-color="#102030"' },
  'white above a dark shape': { text: white, below: darkRect(at(0, 0, 28, 8)) },
  'white above an image': { text: white, below: `<draw:frame ${at(0, 0, 28, 8)}><draw:image/></draw:frame>` },
  'light grey': { text: 'fo:color="#cccccc"' },
  'partly covered': { above: darkRect(at(0, 0, 5, 8)) },
  'covered by an animated shape': { above: `${darkRect(at(0, 0, 28, 8))}<presentation:animations/>` },
}

describe('hidden text in an OpenDocument presentation', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, parts) => {
    await expectHidden('odp', presentation(parts))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, parts) => {
    await expectVisible('odp', presentation(parts))
  })
})
