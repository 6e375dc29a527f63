import { describe, expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'

/** Colors: 1 white, 2 nearly white, 3 dark, 4 light gray. */
const colours =
  '{\\colortbl;\\red255\\green255\\blue255;\\red254\\green254\\blue254;\\red16\\green32\\blue48;\\red204\\green204\\blue204;}'
const rtf = (body: string) =>
  `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}${colours}\\pard ${seen}\\par\n${body}\\par\\pard\\plain The end\\par}`
const cell = (definition: string, content: string) =>
  `\\trowd${definition}\\cellx5000\\pard\\intbl ${content}\\cell\\row`
const shape = (place: string, properties = '', look = '') =>
  `{\\shp{\\*\\shpinst${place}${properties}{\\shptxt\\pard ${look}${secret}\\par}}}`
const onPage = '\\shpleft100\\shptop100\\shpright4000\\shpbottom2000'
const property = (name: string, value: string) => `{\\sp{\\sn ${name}}{\\sv ${value}}}`

const hidden: Readonly<Record<string, string>> = {
  white: `{\\cf1 ${secret}}`,
  'nearly white': `{\\cf2 ${secret}}`,
  'the colour of its background': `{\\cf3\\cb3 ${secret}}`,
  'the colour of its shading': `{\\cf3\\chcbpat3 ${secret}}`,
  'the colour of its highlight': `{\\cf3\\highlight3 ${secret}}`,
  'the colour of its paragraph': `\\pard\\cbpat3\\cf3 ${secret}`,
  'one point': `{\\fs2 ${secret}}`,
  'letters on top of each other': `{\\expndtw-1000 ${secret}}`,
  'letters at one percent width': `{\\charscalex1 ${secret}}`,
  'letters raised off the page': `{\\up3000 ${secret}}`,
  'hidden text': `{\\v ${secret}}`,
  'an exact line height': `\\pard\\sl-10\\slmult0 ${secret}`,
  'a frame off the page': `\\pard\\posx-20000 ${secret}`,
  'an indent beyond the page': `\\pard\\li30000 ${secret}`,
  'the colour of its cell': cell('\\clcbpat3', `\\cf3 ${secret}`),
  'white in a table': cell('', `\\cf1 ${secret}`),
  'a shape off the page': shape('\\shpleft-20000\\shptop0\\shpright-15000\\shpbottom2000'),
  'a hidden shape': shape(onPage, property('fHidden', '1')),
  'the colour of its shape': shape(onPage, property('fillColor', '3153936'), '\\cf3 '),
}

const visible: Readonly<Record<string, string>> = {
  'white on dark': `{\\cf1\\chcbpat3 ${secret}}`,
  'white in a dark paragraph': `\\pard\\cbpat3\\cf1 ${secret}`,
  'white in a dark cell': cell('\\clcbpat3', `\\cf1 ${secret}`),
  'white in a cell that is defined after it': `\\pard\\intbl\\cf1 ${secret}\\cell\\trowd\\clcbpat3\\cellx5000\\row`,
  'white in a dark shape': shape(onPage, property('fillColor', '3153936'), '\\cf1 '),
  'light grey': `{\\cf4 ${secret}}`,
  'the automatic colour': `{\\cf0\\chcbpat3 ${secret}}`,
  'five points': `{\\fs10 ${secret}}`,
  'white reset to the default': `{\\cf1 \\plain ${secret}}`,
  'raised by six points': `{\\up12 ${secret}}`,
  'white with an outline': `{\\cf1\\outl ${secret}}`,
}

describe('hidden text in RTF', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, body) => {
    await expectHidden('rtf', rtf(body))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, body) => {
    await expectVisible('rtf', rtf(body))
  })

  it('does not include page numbers in a table of contents', async () => {
    const { content } = await formatDocument('rtf', rtf('Introduction{\\webhidden \\tab 12}'))
    expect(content).toContain('12')
  })
})
