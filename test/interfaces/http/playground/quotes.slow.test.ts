import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../../render/open-renderer.ts'
import { findAccessibilityFaults, openPlayground, type Playground, picture, send } from './open-playground.ts'

const quotes = [
  'a family that gleaned for four weeks could eat from it until spring',
  'thou shalt not wholly reap the corners of thy field',
  'two linen sacks',
  'A short history of gleaning Gleaners follow the harvest',
  'Ten rakes compared',
  'Nobody ever drank tea aboard the airship',
  'And when ye reap … thy field',
]
const paragraph =
  'The keeper of the tower counts the ships that pass, and writes each of them into a book with its flag. '
/** A piece of 100,000 characters is shown at once. */
const book = `<main><h1>The book</h1>${`<p>${paragraph.repeat(3)}</p>`.repeat(700)}<p>The last ship was a *brig* &amp;lt;7&amp;gt; of 1812.</p></main>`

const withQuotes = (url: string, all: readonly string[]) =>
  `url=${url}&quotes=${encodeURIComponent(JSON.stringify(all))}`

describe.skipIf(lacksBrowser)('checked quotes', () => {
  let playground: Playground
  beforeAll(async () => {
    playground = await openPlayground({ '/book': { body: `<!doctype html><title>Book</title>${book}` } })
  })
  afterAll(() => playground[Symbol.asyncDispose]())

  it('are listed with what differs, and marked in the page, for the price of one page', async () => {
    const page = await playground.open({ fragment: withQuotes(`${playground.origin.url}/history`, quotes) })
    await send(page)
    const frame = page.frameLocator('iframe')
    await frame.locator('mark').first().waitFor()
    const marked = (n: number) =>
      frame.locator(`#quote-${n} ~ mark, :has(> #quote-${n}) ~ p mark`).first().textContent()
    expect(await frame.locator('mark.nearest').allTextContents()).toEqual([
      'a family that gleaned for three weeks could eat from it until spring',
    ])
    expect(await marked(3)).toBe('two ')
    expect((await frame.locator('mark.found').allTextContents()).map((text) => text.trim())).toEqual(
      expect.arrayContaining(['A short history of gleaning', 'Gleaners follow the harvest', 'linen', 'sacks']),
    )
    const list = page.locator('.quotes > li')
    expect((await list.locator('strong').allTextContents()).join(', ')).toBe(
      'Not found, Found, Found, Found, Found, Not found, Found, with omissions',
    )
    expect(await list.nth(0).locator('del, ins').allTextContents()).toEqual(['four', 'three'])
    expect(await list.nth(4).textContent()).toContain('Outside the main content')
    expect(await page.locator('.figures').textContent()).toContain('Credits1')
    for (const [look, width] of [
      ['desktop', 1280],
      ['phone', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await picture(page, `quotes-${look}`)
      expect(await findAccessibilityFaults(page)).toEqual([])
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(overflow)).toBe(0)
    }
    await page.context().close()
  })

  it('are scrolled to on a click, also far below on a long page', async () => {
    const last = 'The last ship was a *brig* &lt;7&gt; of 1812.'
    const page = await playground.open({
      fragment: withQuotes(`${playground.origin.url}/book`, ['The keeper of the tower', last]),
    })
    await send(page)
    const frame = page.frameLocator('iframe')
    await frame.locator('#quote-1 + mark').waitFor()
    for (const [n, text] of [
      [2, last],
      [1, 'The keeper of the tower'],
    ] as const) {
      await page.getByRole('button', { name: `Show passage ${n}` }).click()
      const mark = frame.locator(`#quote-${n}:target + mark`)
      await mark.waitFor()
      expect(await mark.textContent()).toBe(text)
      await expect
        .poll(async () => {
          const [box, outer] = [await mark.boundingBox(), await page.locator('iframe').boundingBox()]
          return box && outer && box.y >= outer.y && box.y < outer.y + outer.height
        })
        .toBe(true)
    }
    await page.context().close()
  })

  it('of a file are marked after the file is read again', async () => {
    const page = await playground.open({ fragment: withQuotes('', ['brig of 1812']) })
    const buffer = Buffer.from(
      '<!doctype html><title>x</title><main><h1>Ships</h1><p>A <b>brig</b> of 1812.</p></main>',
    )
    await page.locator('input[type=file]').setInputFiles({ name: 'ships.html', mimeType: 'text/html', buffer })
    await send(page)
    await page.getByRole('button', { name: 'Mark the passages' }).click()
    await page.getByRole('button', { name: 'Show passage 1' }).click()
    const frame = page.frameLocator('iframe')
    await frame.locator('#quote-1').waitFor({ state: 'attached' })
    expect(await frame.locator('mark').allTextContents()).toEqual(['brig', ' of 1812'])
    expect(await page.locator('.figures').textContent()).toContain('Credits2')
    await page.context().close()
  })
})
