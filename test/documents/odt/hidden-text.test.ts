import { describe, it } from 'vitest'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { type OdtParts, odtDocument } from './odt-document.ts'

type Case = readonly [body: string, parts?: OdtParts]

const p = (content: string, attributes = '') => `<text:p ${attributes}>${content}</text:p>`
const style = (family: string, content: string, more = '') =>
  `<style:style style:name="X" style:family="${family}" ${more}>${content}</style:style>`
const text = (attributes: string) => `<style:text-properties ${attributes}/>`
const span = (attributes: string): Case => [
  p(`<text:span text:style-name="X">${secret}</text:span>`),
  { automatic: style('text', text(attributes)) },
]
const para = (content: string): Case => [p(secret, 'text:style-name="X"'), { automatic: style('paragraph', content) }]
const white = 'fo:color="#ffffff"'
const frame = (attributes: string, properties = '', content = secret): Case => [
  p(`<draw:frame draw:style-name="X" ${attributes}><draw:text-box>${p(content)}</draw:text-box></draw:frame>`),
  {
    automatic: style(
      'graphic',
      `<style:graphic-properties ${properties}/>${text(white.replace('color', properties === '' ? 'x' : 'color'))}`,
    ),
  },
]
const table = (
  properties: string,
  row = '',
  content = `<text:span text:style-name="T">${secret}</text:span>`,
): Case => [
  `<table:table><table:table-row ${row}><table:table-cell table:style-name="X">${p(content)}</table:table-cell></table:table-row></table:table>`,
  {
    automatic: `${style('table-cell', `<style:table-cell-properties ${properties}/>`)}<style:style style:name="T" style:family="text">${text(white)}</style:style>
      <style:style style:name="R" style:family="table-row"><style:table-row-properties style:row-height="0.01cm"/></style:style>`,
  },
]

const hidden: Readonly<Record<string, Case>> = {
  white: span(white),
  'white in a style after a comment that contains <body': [
    span(white)[0],
    { automatic: `<!-- <body -->${style('text', text(white))}` },
  ],
  'nearly white': span('fo:color="#fefefe"'),
  'the colour of its background': span('fo:color="#102030" fo:background-color="#102030"'),
  transparent: span('fo:color="#000000" loext:opacity="0%"'),
  'a transparent colour': span('fo:color="transparent"'),
  'one point': span('fo:font-size="1pt"'),
  'one percent': span('fo:font-size="1%"'),
  'letters at one percent width': span('style:text-scale="1%"'),
  'letters on top of each other': span('fo:letter-spacing="-20pt"'),
  'letters lowered to nothing': span('style:text-position="-10% 1%"'),
  'display none': span('text:display="none"'),
  'a variable that is set': [p(`<text:variable-set text:display="none">${secret}</text:variable-set>`)],
  'a paragraph style': para(text(white)),
  'the colour of the paragraph': para(
    `<style:paragraph-properties fo:background-color="#102030"/>${text('fo:color="#102030"')}`,
  ),
  'an exact line height': para('<style:paragraph-properties fo:line-height="0.01cm"/>'),
  'an indent beyond the page': para('<style:paragraph-properties fo:margin-left="80cm"/>'),
  'a parent style': [
    `<text:h text:style-name="Y">${secret}</text:h>`,
    {
      styles: `${style('paragraph', text('text:display="none"'))}<style:style style:name="Y" style:family="paragraph" style:parent-style-name="X"/>`,
    },
  ],
  'the default style': [
    `${p(secret)}`,
    {
      styles: `<style:default-style style:family="paragraph">${text(white)}</style:default-style><style:style style:name="S" style:family="text">${text('fo:color="#000000"')}</style:style>`,
    },
  ],
  'a hidden section': [`<text:section text:display="none">${p(secret)}</text:section>`],
  'a section hidden by a condition that is true': [
    `<text:section text:display="condition" text:condition="ooow:1==1" text:is-hidden="true">${p(secret)}</text:section>`,
  ],
  'a paragraph hidden by a field': [p(`<text:hidden-paragraph text:condition="x" text:is-hidden="true"/>${secret}`)],
  'white in a cell': table(''),
  'the colour of its cell': table('fo:background-color="#fefefe"'),
  'a row without height': table('fo:background-color="#102030"', 'table:style-name="R"'),
  'a collapsed row': table('fo:background-color="#102030"', 'table:visibility="collapse"'),
  'a frame off the page': frame('svg:x="-50cm" svg:width="5cm" svg:height="2cm"'),
  'a frame without size': frame('svg:width="0.01cm" svg:height="0.01cm"'),
  'a frame that is not displayed': frame('draw:display="none"'),
  'the colour of its frame': frame('', 'draw:fill="solid" draw:fill-color="#ffffff"'),
}

const visible: Readonly<Record<string, Case>> = {
  'white on a dark background': span(`${white} fo:background-color="#102030"`),
  'white in a dark cell': table('fo:background-color="#102030"'),
  'white in a dark frame': frame('', 'draw:fill="solid" draw:fill-color="#102030"'),
  'white on an image': frame('', 'draw:fill="bitmap"'),
  'an automatic colour': span(`${white} style:use-window-font-color="true"`),
  'an opacity without a colour': span('style:use-window-font-color="true" loext:opacity="0%"'),
  'light grey': span('fo:color="#cccccc"'),
  raised: span('style:text-position="super 58%"'),
  'small capitals': span('fo:font-variant="small-caps" fo:letter-spacing="0.1cm"'),
  'five points': span('fo:font-size="5pt"'),
  'a section hidden by a condition that is false': [
    `<text:section text:display="condition" text:condition="ooow:x==2" text:is-hidden="false">${p(secret)}</text:section>`,
  ],
  'a paragraph shown by a field': [p(`<text:hidden-paragraph text:condition="x" text:is-hidden="false"/>${secret}`)],
  'lines close to each other': para('<style:paragraph-properties fo:line-height="80%"/>'),
}

const opening = p('<text:span text:style-name="S">What everybody reads</text:span>')

describe('hidden text in an OpenDocument text', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, [body, parts]) => {
    await expectHidden('odt', odtDocument(opening + body, parts))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, [body, parts]) => {
    await expectVisible('odt', odtDocument(p(seen) + body, parts))
  })
})
