import { describe, expect, it } from 'vitest'
import { outerHtml } from '../../../src/format/html/serialise.ts'
import type { Document } from '../../../src/html/document.ts'
import { graftFrames } from '../../../src/html/parse/graft-frames.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import type { FrameContent, FramedDocument } from '../../../src/page/page.ts'

const frame = (html: string, more: Partial<FrameContent> = {}): FrameContent => ({
  ...{ html, baseUrl: 'https://frame.example/deep/', frames: [] },
  ...more,
})

/** Puts the contents into the page's frames, in order. */
function grafted(source: string, ...contents: (FrameContent | null)[]): Document {
  return graftFrames(parseDocument(source, 'https://page.example/', { frames: placed(source, contents) }))
}

function placed(source: string, contents: readonly (FrameContent | null)[]): FramedDocument[] {
  const places = [...source.matchAll(/<iframe/g)].map(({ index }) => index + '<iframe'.length)
  return contents.map((content, n) => ({ at: places[n] ?? 0, url: `https://frame.example/${n}`, content }))
}

const bodyOf = ({ elements }: Document) =>
  elements
    .named('body')
    .map((body) => outerHtml(body))
    .join()

describe('the body of a frame', () => {
  it('replaces the frame, keeps its id and class, and has absolute URLs', () => {
    const page = grafted(
      '<p>a</p><iframe id="f" class="c" src="x"></iframe><p>b</p>',
      frame(
        '<title>T</title><a href="x">in</a><img src="/i.png" srcset="a.png 1x, b.png 2x"><a href="mailto:a@b.example">m</a>',
      ),
    )
    expect(bodyOf(page)).toBe(
      '<body><p>a</p><div id="f" class="c"><a href="https://frame.example/deep/x">in</a><img src="https://frame.example/i.png" ' +
        'srcset="https://frame.example/deep/a.png 1x, https://frame.example/deep/b.png 2x"><a href="mailto:a@b.example">m</a></div><p>b</p></body>',
    )
    expect(page.elements.named('a')).toHaveLength(2)
  })

  it('has no title, metadata, scripts or styles that would apply to the page', () => {
    const html =
      '<body><title>T</title><meta name="author" content="M"><base href="//x.example"><script>1</script><style>p{display:none}</style><p>in'
    expect(bodyOf(grafted('<iframe></iframe>', frame(html)))).toBe('<body><div><p>in</p></div></body>')
  })

  it('cannot extend beyond the frame, regardless of its content', () => {
    const page = grafted('<iframe></iframe><p>after</p>', frame('<p>in</div></body><plaintext></div>'))
    expect(bodyOf(page)).toMatch(/<\/plaintext><\/div><p>after<\/p><\/body>$/)
  })

  it('may appear in places that markup does not allow', () => {
    expect(bodyOf(grafted('<p>a<iframe></iframe>b</p>', frame('<table><tr><td>in')))).toContain('<p>a<div><table>')
  })

  it('includes the content of nested frames', () => {
    const inner = '<p>in</p><iframe></iframe>'
    const page = grafted('<iframe></iframe>', frame(inner, { frames: placed(inner, [frame('deep')]) }))
    expect(bodyOf(page)).toBe('<body><div><p>in</p><div>deep</div></div></body>')
  })

  it('is hidden if the browser says so', () => {
    const hidden = { elements: [2], texts: [], keepsText: false }
    const source = '<iframe></iframe>'
    const frames = placed(source, [frame('<p>no</p><p>yes</p>', { hidden })])
    const none = { elements: [], texts: [], keepsText: false }
    const page = graftFrames(parseDocument(source, 'https://page.example/', { frames, hidden: none }))
    expect([...(page.hidden?.elements ?? [])].map((element) => outerHtml(element))).toEqual(['<p>no</p>'])
  })

  it('is subject to the depth limit of a page, and counts towards the output length', () => {
    const deep = '<div>'.repeat(500)
    const page = grafted(`${deep}<iframe></iframe>`, frame(`${deep}<p>bottom`))
    expect(bodyOf(page).split('<div>')).toHaveLength(511)
    expect(page.framedChars).toBe(deep.length + '<p>bottom'.length)
  })
})

describe('a frame that is not replaced by its document', () => {
  it('stays if it could not be read, and is listed', () => {
    const page = grafted('<iframe></iframe><iframe></iframe>', null, frame('in'))
    expect(bodyOf(page)).toBe('<body><iframe></iframe><div>in</div></body>')
    expect([...(page.frames?.values() ?? [])].map(({ url }) => url)).toEqual(['https://frame.example/0'])
  })

  it('stays if all frames together have too many nodes', () => {
    const marks = Array.from({ length: 12 }, (_, n) => `<i class="${n}">`)
    const many = `<p>${marks.join('')}${'<p>x'.repeat(45_000)}`
    const page = grafted('<iframe></iframe><iframe></iframe><p>after', frame(many), frame(many))
    expect(page.frames?.size).toBe(2)
    expect(bodyOf(page)).toContain('<p>after</p>')
  })
})
