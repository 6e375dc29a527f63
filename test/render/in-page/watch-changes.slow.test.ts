import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../open-renderer.ts'
import { type DocumentBrowser, importInPage, openDocumentBrowser } from './open-document.ts'

const { watchChanges } = await importInPage('activity.ts')

describe.skipIf(lacksBrowser)('changes of the document', () => {
  let browser: DocumentBrowser
  beforeAll(async () => {
    browser = await openDocumentBrowser()
  })
  afterAll(() => browser[Symbol.asyncDispose]())

  /** Returns the counts after running a statement `times` times, each observed separately. */
  const countAfter = (times: number, statement: string): Promise<{ changes: number; strictChanges: number }> =>
    browser.evaluate('<p>text</p><ul></ul>', `play(watchChanges(), ${times}, (n) => { ${statement} })`, {
      watchChanges,
      play: async (watch: object, times: number, step: (n: number) => void) => {
        for (let n = 0; n < times; n++) {
          step(n)
          // Observed changes are delivered within the next two microtasks.
          await null
          await null
        }
        return { ...watch, stop: null }
      },
    })

  const list = `document.querySelector('ul')`

  it('all count if content arrives', async () => {
    const counts = await countAfter(50, `${list}.append(document.createElement('li'))`)
    expect(counts).toMatchObject({ changes: 50, strictChanges: 50 })
  })

  it('count only for a while if a text keeps changing in place', async () => {
    const counts = await countAfter(50, `document.querySelector('p').firstChild.data = n`)
    expect(counts).toMatchObject({ changes: 30, strictChanges: 5 })
  })

  it('count only for a while if elements come and go', async () => {
    const step = `n % 2 ? ${list}.replaceChildren() : ${list}.append(document.createElement('li'))`
    expect(await countAfter(100, step)).toMatchObject({ changes: 31, strictChanges: 6 })
  })

  it('do not count if only attributes change', async () => {
    expect(await countAfter(10, `${list}.title = n`)).toMatchObject({ changes: 0 })
  })
})
