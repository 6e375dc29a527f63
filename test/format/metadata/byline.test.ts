import { describe, expect, it } from 'vitest'
import { readMetadata } from '../../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

const page = (head: string, title = '<h1>The long way home</h1>') =>
  `<title>The long way home | Wire</title><body><main>${title}${head}<p>${'Text of the article. '.repeat(60)}</p></main>`
const read = (html: string) => readMetadata(parseDocument(html, 'https://www.example.com/a/b'))

describe('the author near the headline', () => {
  it.each([
    ['<p class="byline">By Jane Doe</p>', 'Jane Doe'],
    [
      '<p class="byline">By <a href="/x" rel="author">Jane Doe</a> - <time datetime="2024-05-01">May</time></p>',
      'Jane Doe',
    ],
    ['<div class="post-meta"><a rel="author" href="/jane">Jane Doe</a></div>', 'Jane Doe'],
    ['<span class="author vcard"><span>By: </span><span class="fn">Jane Doe</span></span>', 'Jane Doe'],
    [
      '<div class="story-meta__authors-timestamp has-social"><p class="story-meta__authors">By <b>Jane Doe</b></p></div>',
      'Jane Doe',
    ],
    [
      '<div class="author">Written by Jane Doe in <a>Valve</a> on 1 June 2019 at 08:34. <a>51 Comments</a></div>',
      'Jane Doe',
    ],
    ['<div class="BylineName-cKrVJj">Jane Doe<span>Staff Writer</span></div>', 'Jane Doe'],
    ['<div class="byline">ByJane Doe</div>', 'Jane Doe'],
    ['<p>By Jane Doe</p>', 'Jane Doe'],
    [
      '<div class="byline">By <a href="/authors/j">Jane Doe</a> and <a href="/authors/k">Ken van der Berg</a></div>',
      'Jane Doe and Ken van der Berg',
    ],
    ['<p class="byline">Von Jürgen Groß, Berlin</p>', 'Jürgen Groß, Berlin'],
    ['<p class="author">作者：谢若含</p>', '谢若含'],
    ['<p class="byline">Veröffentlicht von Jane Doe</p>', 'Jane Doe'],
    ['<div class="author">AuthorJane DoeFollow</div>', 'Jane Doe'],
    ['<p class="byline">By TMZ Staff</p>', null],
    ['<p class="byline">By Admin</p>', null],
    ['<p class="byline">Share this story</p>', null],
    ['<p class="byline">May 1, 2024</p>', null],
    ['<p>By the time they came home it was dark.</p>', null],
    ['<figure><small class="author credit">Photograph by Tom Ray</small></figure>', null],
    ['<div class="comments"><a rel="author" href="/u">Tom Ray</a></div>', null],
    ['<aside class="related"><p class="byline">By Tom Ray</p></aside>', null],
    ['<h3><a href="/other">Another story</a></h3><p class="byline">By Tom Ray</p>', null],
    [
      '<ul><li><b>A</b><p class="by author">Ann Lee</p></li><li><p class="by author">Bob Ray</p></li><li><p class="by author">Eve Day</p></li></ul>',
      null,
    ],
  ])('in %s is %s', (html, author) => {
    const found = read(page(html))
    expect([found.author, found.sources.author]).toEqual([author, author === null ? undefined : 'byline'])
  })

  it('belongs to the heading with most letters of the title', () => {
    const other = '<h2>Over - the - hills - and - far - away - from</h2><p class="byline">By Tom Ray</p>'
    const headings = `${other}<h1>Over the hills and far away from ho</h1><p class="byline">By Jane Doe</p>`
    const html = `<title>Over the hills and far away from home</title>${headings}`
    expect(read(html).author).toBe('Jane Doe')
  })

  it('is not read without a headline', () => {
    expect(read(page('<p class="byline">By Jane Doe</p>', '')).author).toBeNull()
  })

  it('is a person, even if structured data names the site', () => {
    const site = '<meta property="og:site_name" content="The Wire"><meta name="author" content="The Wire">'
    expect(read(site + page('<p class="byline">By Jane Doe</p>'))).toMatchObject({
      author: 'Jane Doe',
      sources: { author: 'byline' },
    })
    expect(read(site + page(''))).toMatchObject({ author: 'The Wire', sources: { author: 'author' } })
  })
})

describe('the date near the headline', () => {
  it.each([
    ['<time datetime="2024-05-01T10:00:00Z">May 1</time>', '2024-05-01T10:00:00Z', 'time'],
    [
      '<time class="updated" datetime="2024-06-01">June</time><time datetime="2024-05-01">May</time>',
      '2024-05-01',
      'time',
    ],
    ['<p class="date">Updated: <time datetime="2024-06-01">June</time></p>', null, undefined],
    ['<p class="post-date">May 1st, 2024</p>', '2024-05-01', 'byline'],
    ['<p class="byline">By Jane Doe on 1 June 2019 at 08:34</p>', '2019-06-01', 'byline'],
    ['<p class="date">2019年3月2日09:18</p>', '2019-03-02', 'byline'],
    ['<p class="date">19.07.2022</p>', '2022-07-19', 'byline'],
    ['<p class="date">05/01/2024</p>', null, undefined],
    ['<p>The war began on May 1, 1944.</p>', null, undefined],
    ['<div class="events-list"><time datetime="2026-05-01">May 1</time></div>', null, undefined],
    [
      ['2024-05-01', '2024-05-02', '2024-05-03'].map((day) => `<li><time datetime="${day}">x</time></li>`).join(''),
      null,
      undefined,
    ],
  ])('in %s is %s', (html, date, source) => {
    const found = read(page(html))
    expect([found.published_at, found.sources.published_at]).toEqual([date, source])
  })

  it('is reported as modified if it is the date of a change', () => {
    const both =
      '<p>Published <time datetime="2024-05-01">May</time>, updated <time datetime="2024-06-01">June</time></p>'
    expect(read(page(both))).toMatchObject({ published_at: '2024-05-01', modified_at: '2024-06-01' })
  })
})
