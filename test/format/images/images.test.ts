import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ListedImage, listedImage } from '../../../src/contract/list-items.ts'
import { collectImages } from '../../../src/format/images/images.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import type { Page } from '../../../src/page/page.ts'
import { cases, formatHtml, markdownOf, readCase } from '../page.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/images/${name}`, import.meta.url), 'utf8')

function imagesOf(html: string, url = 'https://example.com/a/b'): ListedImage[] {
  const document = parseDocument(html, url)
  return collectImages(document, [document.root])
}

const urlsOf = (html: string) => imagesOf(html).map(({ url }) => url.replace('https://example.com/a/', ''))

async function narrowed(
  html: string,
  options: { cssSelector?: string; excludeSelector?: string; page?: Partial<Page> },
) {
  const { content } = await formatHtml(html, { output: 'images', ...options })
  return (content as ListedImage[]).map(({ url }) => url.replace('https://example.com/dir/', ''))
}

describe('the images of a page', () => {
  it('are listed by their real URL, once each, in order, without trackers', () => {
    const images = imagesOf(fixture('magazine.html'), 'https://magazine.example/orchards')
    expect(images).toEqual(JSON.parse(fixture('magazine.json')))
    for (const one of images) expect(listedImage.parse(one)).toEqual(one)
  })

  it.each(cases)('include those in the markdown of the fixture %s, with the same URL', async (name) => {
    // Only the markdown includes a video's poster.
    const html = readCase(name).html.replace(/<video[^>]*>/g, '')
    const urls = new Set(
      ((await formatHtml(html, { output: 'images' })).content as ListedImage[]).map(({ url }) => url),
    )
    const written = [...(await markdownOf(html)).matchAll(/!\[[^\]]*\]\(<?(https?:[^\s)>]+)/g)].map(([, url]) => url)
    expect(written.filter((url) => !urls.has(url?.replaceAll('\\', '') ?? ''))).toEqual([])
  })

  it('get missing properties, such as alt text or size, from repeats', () => {
    const html =
      '<img src=x><img src=x alt="One" height=10><img src=x alt="Two" width=20 height=20><img src="./x" width=30 height=30>'
    expect(imagesOf(html)).toEqual([{ url: 'https://example.com/a/x', alt: 'One', width: null, height: 10 }])
  })

  it.each([
    ['640', 640],
    [' 640px ', 640],
    ['640.5', 640],
    ['+640', 640],
    ['100%', null],
    ['auto', null],
    ['', null],
    ['0', null],
    ['-5', null],
    ['10em', null],
    ['1e3', null],
    ['99999999', null],
    ['640'.padEnd(200_000, ' '), 640],
  ])('of a width %j are %j pixels wide', (written, width) => {
    expect(imagesOf(`<img src=x width="${written}">`)[0]?.width).toBe(width)
  })

  it('have an alternative text on one line, without invisible characters', () => {
    expect(imagesOf('<img src=x alt=" two\n\n words\u200b ">')[0]?.alt).toBe('two words')
  })

  it('have only http and https URLs, and are never the page itself', () => {
    const others = [
      'data:image/png;base64,AA',
      'javascript:x',
      'JaVa\tScript:x',
      'blob:x',
      'about:blank',
      'ftp://x.org/a',
    ]
    const broken = [
      '',
      ' ',
      '#',
      '#top',
      'b',
      'b#x',
      '//',
      'http://',
      'https://[x',
      'https://x:y',
      'https://exa mple.com',
    ]
    for (const src of [...others, ...broken])
      for (const name of ['src', 'data-src']) expect(urlsOf(`<img ${name}="${src}">`), src).toEqual([])
    expect(urlsOf('<img srcset="javascript:x 2x, data:,y 3x">')).toEqual([])
    expect(urlsOf('<img src="https://[x" srcset="ok.jpg">')).toEqual(['ok.jpg'])
  })

  it('exclude trackers, in any attribute', () => {
    const tracker = 'https://www.facebook.com/tr?id=1'
    const counters = [
      `<img src="${tracker}">`,
      `<img data-src="${tracker}">`,
      `<img src="t.gif" width="1" height="1"><noscript><img src="t.gif" width="1" height="1"></noscript>`,
      `<img src="t.gif" style="width: 1px; height: 1px">`,
      '<img src="t.gif" style="display:none">',
      '<img src="t.gif" hidden>',
      '<img src="/assets/spacer.gif" width="20" height="1">',
      '<img src="/beacon.gif?x=1">',
      '<img src="https://c.statcounter.com/7422636/0/9b6714ff/1/" alt="Web analytics">',
      '<img src="/matomo.php?idsite=1">',
      '<img class="lazyload" src="/img/loading.svg" alt="A chair">',
      '<img src="/images/ajax-loader.gif?t=1">',
    ]
    for (const html of counters) expect(urlsOf(html), html).toEqual([])
  })

  it('include those in slides, folds and dialogs, but not in templates', () => {
    expect(urlsOf('<div hidden><img src=1></div><details><img src=2></details><dialog><img src=3></dialog>')).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(urlsOf('<template><img src=1></template><p><template shadowrootmode=open><img src=2></template>')).toEqual([
      '2',
    ])
  })

  it('count as one inside a <picture>, the same as in markdown', async () => {
    const pictures: [string, string][] = [
      ['<picture><source srcset="a.webp 2x"><img src=a.jpg></picture>', 'a.jpg'],
      ['<picture><source srcset="s.jpg 300w, l.jpg 900w"><img src="data:image/gif;base64,AA"></picture>', 'l.jpg'],
      ['<picture><source srcset="data:,x" data-srcset="real.jpg"><img src="data:,x"></picture>', 'real.jpg'],
      ['<img src="s.jpg" srcset="m.jpg 2x, l.jpg 3x">', 's.jpg'],
      ['<img srcset="m.jpg 2x, l.jpg 3x">', 'l.jpg'],
      ['<img src="lazy.gif" data-lazy-srcset="s.jpg 10w,l.jpg 20w">', 'l.jpg'],
    ]
    for (const [html, url] of pictures) {
      expect(urlsOf(html), html).toEqual([url])
      expect(await markdownOf(`<p>${html}`)).toBe(`![](https://example.com/dir/${url})`)
    }
    expect(urlsOf('<picture><picture><img src=1></picture><img src=2></picture>')).toEqual(['1', '2'])
  })
})

describe("Open Graph's images", () => {
  const og = (property: string, content: string) => `<meta property="og:image${property}" content="${content}">`

  it('have the properties that follow them, and the first also has those before it', () => {
    const html =
      og(':alt', 'A') + og('', '1') + og(':width', '10') + og(':url', '1') + og(':url', '2') + og(':height', '20')
    expect(imagesOf(html)).toEqual([
      { url: 'https://example.com/a/1', alt: 'A', width: 10, height: null },
      { url: 'https://example.com/a/2', alt: '', width: null, height: 20 },
    ])
  })

  it('come first, regardless of where the head ends', () => {
    expect(urlsOf(`<head><noscript><img src=early></noscript>${og('', 'cover')}</head><img src=late>`)).toEqual([
      'cover',
      'early',
      'late',
    ])
  })

  it('are listed by their secure URL, if stated', () => {
    expect(urlsOf(og('', 'http://x.org/1') + og(':secure_url', 'https://x.org/1'))).toEqual(['https://x.org/1'])
    expect(urlsOf(og('', 'http://x.org/1') + og(':secure_url', 'https://['))).toEqual(['http://x.org/1'])
    expect(urlsOf(og(':secure_url', 'https://x.org/1'))).toEqual(['https://x.org/1'])
  })

  it('may be stated with name in any letter case, but not empty, as data URLs, or by other properties', () => {
    expect(urlsOf('<meta name="OG:Image" content=" 1 ">')).toEqual(['1'])
    expect(urlsOf(og('', '') + og(':type', 'image/png') + og('', 'data:image/png,x') + og(':width', '5'))).toEqual([])
  })
})

describe('images within selectors', () => {
  const html = `<head><meta property="og:image" content="cover"></head><article><img src=1><p class=ad><img src=2></p></article>
    <aside><img class=x src=3><picture class=p><source srcset=4></picture></aside>`

  it('are those of the matches, including the matches themselves', async () => {
    expect(await narrowed(html, {})).toEqual(['cover', '1', '2', '3', '4'])
    expect(await narrowed(html, { cssSelector: 'article' })).toEqual(['1', '2'])
    expect(await narrowed(html, { cssSelector: '.x, .p' })).toEqual(['3', '4'])
    expect(await narrowed(html, { cssSelector: 'head, aside' })).toEqual(['cover', '3', '4'])
    expect(await narrowed(html, { cssSelector: 'h2, .ad ~ *, head' })).toEqual(['cover'])
  })

  it('exclude those that exclude_selector removes', async () => {
    expect(await narrowed(html, { excludeSelector: 'aside, .ad' })).toEqual(['cover', '1'])
    expect(await narrowed(html, { excludeSelector: '.ad', cssSelector: 'article' })).toEqual(['1'])
    expect(await narrowed(html, { excludeSelector: 'meta, img' })).toEqual(['4'])
    expect(await narrowed(html, { excludeSelector: '*' })).toEqual([])
    await expect(narrowed(html, { excludeSelector: 'img', cssSelector: 'img' })).rejects.toMatchObject({
      type: 'selector_not_matched',
    })
  })

  it('include a hidden image that the selector names, but never a tracker', async () => {
    expect(await narrowed('<img hidden src=1><img src=2 width=1 height=1>', { cssSelector: 'img' })).toEqual(['1'])
  })
})

describe('images of a rendered page', () => {
  const source =
    '<img title="a" src=1><div title="b"><img src=2></div><iframe title="c"></iframe><noscript><img src=3></noscript>'
  const content = {
    html: '<meta property=og:image content=no><img src=in.jpg>',
    baseUrl: 'https://frame.example/x/',
    frames: [],
  }

  it('exclude those hidden in the browser, include those in frames, and skip Open Graph of frames', async () => {
    const page = {
      rendered: true,
      hidden: { elements: [source.indexOf(' title="a"'), source.indexOf(' title="b"')], texts: [], keepsText: false },
      frames: [{ at: source.indexOf(' title="c"'), url: 'https://frame.example/x/', content }],
    }
    expect(await narrowed(source, { page })).toEqual(['2', 'https://frame.example/x/in.jpg'])
  })
})

describe('hostile images', () => {
  it('are read even if there are 100,000', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `<img src="/p/${at % 50_000}" alt="t" width=5>`).join('')
    expect(imagesOf(many)).toHaveLength(50_000)
  })

  it('are read if one <picture> has a hundred thousand, with as many sources', () => {
    expect(imagesOf(`<picture>${'<source srcset="s 2x"><img>'.repeat(100_000)}</picture>`)).toHaveLength(1)
    expect(imagesOf(`<picture>${'<img src=x>'.repeat(50_000)}${'<source srcset=s>'.repeat(100_000)}`)).toHaveLength(1)
    expect(imagesOf('<picture><source srcset=s>'.repeat(20_000))).toHaveLength(1)
  })

  it('are read from only the start of a srcset of a megabyte', () => {
    const set = Array.from({ length: 50_000 }, (_, at) => `${at}.jpg ${at + 1}w`).join(', ')
    expect(urlsOf(`<img srcset="${set}">`)[0]).toMatch(/^\d+\.jpg$/)
    expect(urlsOf(`<img srcset="${','.repeat(1_000_000)}">`)).toEqual([])
    expect(urlsOf(`<img srcset="${'x'.repeat(1_000_000)}">`)).toHaveLength(1)
  })

  it('are read if Open Graph has a hundred thousand', () => {
    const metas = Array.from({ length: 100_000 }, (_, at) => `<meta property=og:image content=/${at}>`).join('')
    expect(imagesOf(metas)).toHaveLength(100_000)
  })
})
