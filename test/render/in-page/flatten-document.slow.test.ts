import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../open-renderer.ts'
import { type DocumentBrowser, importInPage, openDocumentBrowser } from './open-document.ts'

const { flattenDocument, isPlain } = await importInPage('flatten-document.ts')

describe.skipIf(lacksBrowser)('the document', () => {
  let browser: DocumentBrowser
  beforeAll(async () => {
    browser = await openDocumentBrowser()
  })
  afterAll(() => browser[Symbol.asyncDispose]())

  const none = '{ elements: new Set(), texts: new Set() }'
  const flatten = (body: string, prepare = 'null', hidden = none, frames = '[]'): Promise<string> => {
    const marks = `{ name: 'mark', frames: new Map(${frames}) }`
    const expression = `(${prepare}, flattenDocument(document.body, ${hidden}, ${marks}))`
    return browser.evaluate(body, expression, { flattenDocument, isPlain })
  }

  it('is serialized unchanged if it has no shadow trees', async () => {
    const body = '<p class="a">one<br>two</p><template><b>three</b></template><!-- four --><iframe></iframe>'
    expect(await flatten(body)).toBe(`<body>${body}</body>`)
  })

  it('includes shadow trees with their slots filled', async () => {
    const prepare = `(() => {
      const root = document.querySelector('x-card').attachShadow({ mode: 'open' })
      root.innerHTML = '<h2><slot name="head">no head</slot></h2><slot name="foot">no foot</slot>'
    })()`
    expect(await flatten('<x-card><b slot="head">Tides</b><i>in no slot</i></x-card>', prepare)).toBe(
      '<body><x-card><h2><b slot="head">Tides</b></h2>no foot</x-card></body>',
    )
  })

  it('is copied down to 512 levels', async () => {
    const prepare = `(() => {
      document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<p>shallow</p>'
      let at = document.body
      for (let n = 0; n < 600; n++) at = at.appendChild(document.createElement('div'))
    })()`
    const html = await flatten('<x-a></x-a>', prepare)
    expect([html.includes('shallow'), html.split('<div>').length - 1]).toEqual([true, 512])
  })

  it('marks hidden elements and hidden texts, including copied ones', async () => {
    const body = '<p>one <b>two</b></p><i>three</i>'
    const hidden = `{ elements: new Set(document.querySelectorAll('i')), texts: new Set([document.querySelector('p').firstChild]) }`
    const marked = '<p><!--mark-->one <!--/mark--><b>two</b></p><i mark="">three</i>'
    expect(await flatten(body, 'null', hidden)).toBe(`<body>${marked}</body>`)
    const prepare = `document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<slot></slot>'`
    expect(await flatten(`<x-a>${body}</x-a>`, prepare, hidden)).toBe(`<body><x-a>${marked}</x-a></body>`)
    const slot = `{ elements: new Set([document.querySelector('x-a').shadowRoot.firstChild]), texts: new Set() }`
    expect(await flatten('<x-a>one<i>two</i></x-a>', prepare, slot)).toBe(
      '<body><x-a><!--mark-->one<!--/mark--><i mark="">two</i></x-a></body>',
    )
  })

  it('numbers the frames, except hidden ones', async () => {
    const body = '<iframe id="a"></iframe><iframe id="b"></iframe>'
    const frames = `[[document.querySelector('#a'), '0'], [document.querySelector('#b'), '1']]`
    const hidden = `{ elements: new Set([document.querySelector('#b')]), texts: new Set() }`
    expect(await flatten(body, 'null', hidden, frames)).toBe(
      '<body><iframe id="a" mark="0"></iframe><iframe id="b" mark=""></iframe></body>',
    )
  })
})
