import { describe, expect, it } from 'vitest'
import { documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument, outputOf } from '../format-document.ts'
import { zipOf } from '../office/archive/zip.ts'

const mimetype = documentTypes.odp
const usual = ['office', 'table', 'text', 'style', 'presentation', 'chart', 'meta'].map((name) => [name, `${name}:1.0`])
const namespaces = [...usual, ['draw', 'drawing:1.0'], ['svg', 'svg-compatible:1.0'], ['fo', 'xsl-fo-compatible:1.0']]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}"`)
  .concat('xmlns:xlink="http://www.w3.org/1999/xlink"', 'xmlns:dc="http://purl.org/dc/elements/1.1/"')
  .join(' ')

function presentation(pages: string, { styles = '', ...files }: Record<string, string> = {}) {
  const content = `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles>
    <office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`
  return zipOf({ mimetype, 'content.xml': content, ...files })
}

const box = (content: string, role = '') =>
  `<draw:frame ${role && `presentation:class="${role}"`}><draw:text-box>${content}</draw:text-box></draw:frame>`
const words = (text: string) => `<text:p>${text}</text:p>`
const slide = (content: string, attributes = '') => `<draw:page ${attributes}>${content}</draw:page>`

describe('OpenDocument presentations', () => {
  it('have their slides under their titles, lists by level, links and emphasis', async () => {
    const item = (content: string) => `<text:list-item>${content}</text:list-item>`
    const list = `<text:list>${item(`${words('one')}<text:list>${item(words('inner'))}</text:list>`)}${item(words('two <text:a xlink:href="https://a.example/">site</text:a>'))}</text:list>`
    const styles =
      '<style:style style:name="b" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    const pages =
      slide(box(words('A<text:line-break/>title') + words('on'), 'title') + box(words('Under it'), 'subtitle')) +
      slide(box(words('<text:span text:style-name="b">Bold</text:span> text')) + box(list, 'outline'))
    const body = presentation(pages, { styles })
    expect(await outputOf('odp', body)).toBe(
      '## A title on\n\nUnder it\n\n## Slide 2\n\n**Bold** text\n\n- one\n  - inner\n- two [site](https://a.example/)',
    )
    expect((await formatDocument('odp', body)).title).toBe('A title on')
    expect(await outputOf('odp', body, 'links')).toMatchObject([{ url: 'https://a.example/', text: 'site' }])
  })

  it('include tables, grouped shapes, alt texts of images, charts as tables, and notes', async () => {
    const cell = (text: string) => `<table:table-cell>${words(text)}</table:table-cell>`
    const table = `<table:table><table:table-row>${cell('H1')}${cell('H2')}</table:table-row><table:table-row>${cell('a')}${cell('b')}</table:table-row></table:table>`
    const chart = `<office:document-content ${namespaces}><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title>
      <table:table><table:table-header-rows><table:table-row><table:table-cell/>${cell('2024')}</table:table-row></table:table-header-rows>
      <table:table-rows><table:table-row>${cell('Q1')}${cell('7')}</table:table-row></table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`
    const content = [
      box(words('T'), 'title'),
      `<draw:frame>${table}<draw:image/></draw:frame>`,
      `<draw:g><draw:custom-shape>${words('in a group')}</draw:custom-shape></draw:g>`,
      '<draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:title>short</svg:title><svg:desc>A boat</svg:desc></draw:frame>',
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>',
      `${box(words('9'), 'page-number')}${box(words('foot'), 'footer')}`,
      `<presentation:notes><draw:page-thumbnail presentation:class="page"/>${box(words('Say this'), 'notes')}</presentation:notes>`,
    ]
    const body = presentation(slide(content.join('')), { 'Object 1/content.xml': chart })
    expect(await outputOf('odp', body)).toBe(
      '## T\n\n| H1 | H2 |\n| --- | --- |\n| a | b |\n\nin a group\n\n![A boat]()\n\nSales\n\n|  | 2024 |\n| --- | --- |\n| Q1 | 7 |\n\n> Notes:\n>\n> Say this',
    )
  })

  it('leave out hidden slides and empty placeholders', async () => {
    const styles =
      '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const empty = box(words('Click to add'), 'outline').replace(
      '<draw:frame ',
      '<draw:frame presentation:placeholder="true" ',
    )
    const pages =
      slide(box(words('Secret'), 'title'), 'draw:style-name="h"') + slide(box(words('Shown')) + empty) + slide('')
    expect(await outputOf('odp', presentation(pages, { styles }))).toBe('## Slide 1\n\nShown')
  })

  it('have charts in groups, and leave out shapes that are not displayed', async () => {
    const chart = `<office:document-content ${namespaces}><office:body><office:chart><chart:chart><chart:title><text:p>Sales</text:p></chart:title></chart:chart></office:chart></office:body></office:document-content>`
    const object = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    const secret = `<draw:custom-shape draw:display="none">${words('secret')}</draw:custom-shape>`
    const pages = slide(
      `${box(words('T'), 'title')}<draw:g>${object}${secret}${box(words('beside it'))}</draw:g>${secret}`,
    )
    expect(await outputOf('odp', presentation(pages, { 'Object 1/content.xml': chart }))).toBe(
      '## T\n\nSales\n\nbeside it',
    )
  })

  it('warn if they contain only images, and are refused if they are broken or locked', async () => {
    const picture = slide('<draw:frame><draw:image xlink:href="Pictures/1.png"/></draw:frame>')
    const { content, warnings } = await formatDocument('odp', presentation(picture, { 'Pictures/1.png': 'x' }))
    expect(content).toBe('')
    expect(warnings).toMatchObject([{ code: 'no_text' }])
    const refused = { type: 'invalid_response' }
    await expect(outputOf('odp', zipOf({ mimetype }))).rejects.toMatchObject(refused)
    const manifest = '<manifest:encryption-data/>'
    await expect(outputOf('odp', presentation('', { 'META-INF/manifest.xml': manifest }))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('password'),
    })
  })
})
