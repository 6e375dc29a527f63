import { expect, it } from 'vitest'
import { nextPartOf } from '../../src/format/page-markdown.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { formatHtml } from './page.ts'

const nextOf = (url: string, html: string) => nextPartOf(parseDocument(html, url))

it.each([
  ['https://a.example/story', '<link rel="next" href="/story?page=2">', 'https://a.example/story?page=2'],
  ['https://a.example/story/', '<a rel="next" href="/story/2/">Next</a>', 'https://a.example/story/2/'],
  ['https://a.example/story.html', '<a href="story-2.html">2</a>', 'https://a.example/story-2.html'],
  ['https://a.example/story/2', '<a href="/story/1">1</a><a href="/story/3">3</a>', 'https://a.example/story/3'],
  ['https://a.example/story', '<a rel="next" href="/other-story">Next</a>', null],
  ['https://a.example/story', '<a rel="next" href="/story-about-2026">Next</a>', null],
  ['https://a.example/story', '<a href="/story/2">Comments</a>', null],
  ['https://a.example/story/3', '<a href="/story/2">2</a>', null],
  ['https://a.example/', '<a rel="next" href="/page/2/">Older</a>', null],
])('the next part of %s with %s is %s', (url, html, next) => {
  expect(nextOf(url, html)).toBe(next)
})

const text = '<p>A sentence of the article, long enough to be read as prose, and not as a label of a menu.</p>'.repeat(
  8,
)
const read = async (html: string) => {
  const { content, warnings } = await formatHtml(html, { mainContent: true })
  return { text: String(content), codes: warnings.map(({ code }) => code) }
}

it('a text that continues on another page has a warning', async () => {
  const page = (href: string) => `<article><h1>Wells</h1>${text}</article><a rel="next" href="${href}">Next</a>`
  expect((await read(page('https://example.com/dir/page?page=2'))).codes).toContain('continues_on_next_page')
  expect((await read(page('https://example.com/dir/other'))).codes).not.toContain('continues_on_next_page')
})

it('a company’s projects on numbered pages have no warning', async () => {
  const project = (name: string) =>
    `<section class="feature"><h2>${name}</h2><p>We repaired ${name} of all makes for our customers, at a fair price.</p></section>`
  const page = `<title>Our work</title><main><section class="hero"><h1>Our work</h1><p>We repair boats.</p><a class="btn" href="/q">Get a quote</a></section>
    ${['Hulls', 'Engines', 'Sails'].map(project).join('')}</main><a rel="next" href="https://example.com/dir/page?page=2">Next</a>`
  expect((await read(page)).codes).not.toContain('continues_on_next_page')
})

it('further articles after the one that the title names are left out, with a warning', async () => {
  const article = (title: string) => `<article><h1>${title}</h1>${text}</article>`
  const scrolling = await read(`<title>Old wells</title><main>${article('Old wells')}${article('New roads')}</main>`)
  expect(scrolling.text).not.toContain('New roads')
  expect(scrolling.codes).toContain('several_articles')
  const blog = await read(`<title>My blog</title><main>${article('Old wells')}${article('New roads')}</main>`)
  expect(blog.text).toContain('New roads')
  expect(blog.codes).not.toContain('several_articles')
})
