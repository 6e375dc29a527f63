import { describe, expect, it } from 'vitest'
import { compose } from './compose.ts'

const textsOf = (html: string) => compose(html).blocks.map(({ text }) => text)

describe('blocks', () => {
  it('are runs of text without a block element in between', () => {
    expect(textsOf('<p>a <b>b</b>\n c<br>d</p>e<div>f<p>g</p>h</div>')).toEqual(['a b c d', 'e', 'f', 'g', 'h'])
  })

  it('include custom elements in paragraphs, formulas by MathJax and ruby', () => {
    const mathml = '<mjx-container><mjx-assistive-mml><math><mi>E</mi></math></mjx-assistive-mml></mjx-container>'
    const html = `<p>A <x-source><a href="/s">large study</a></x-source> of <st1:City>London</st1:City>.</p>where ${mathml} is energy<x-box>f</x-box>`
    expect(textsOf(html)).toEqual(['A large study of London.', 'where E is energy', 'f'])
    expect(textsOf('<p>a <ruby><rb>b</rb><rt>c</rt></ruby> d')).toEqual(['a bc d'])
    expect(textsOf('<p><table><tr><td>e<td>f</table>')).toEqual(['e', 'f'])
  })

  it('count their words, links and marked characters', () => {
    const { blocks, texts } = compose('<p>One, <a href="/x">two words</a> and <b>bold</b> <a href="/y">3</a>')
    const counts = { chars: 25, words: 6, linked: 10, links: 2, marked: 4 }
    expect(blocks).toMatchObject([{ text: 'One, two words and bold 3', ...counts, firstText: 0 }])
    expect(texts.map(({ data }) => data)).toEqual(['One, ', 'two words', ' and ', 'bold', '3'])
  })

  it('skip the text of scripts, forms, hidden elements and templates', () => {
    expect(textsOf('<script>a</script><textarea>b</textarea><p hidden>c</p><template>d</template>e')).toEqual(['e'])
  })

  it('skip templates and declarative shadow roots', () => {
    const template = '<template id="P:1"><p>a</p></template><script>place("P:1")</script>'
    const shadowRoot = '<x-y><template shadowrootmode="open"><p>b</p></template></x-y>'
    expect(textsOf(`<div>${template}</div>${shadowRoot}<p>c</p>`)).toEqual(['c'])
  })

  it('include hidden elements and images if a page hides nearly all of its text', () => {
    const hidden = 'hidden '.repeat(20).trim()
    expect(textsOf(`<script src="a.js"></script><p hidden>${hidden}</p><svg><text>d</text></svg>`)).toEqual([
      hidden,
      'd',
    ])
  })

  it('include long texts in noscript, buttons and screen reader labels, but not short ones', () => {
    const long = 'long '.repeat(130).trim()
    const page = (text: string) =>
      `<body><noscript>${text}</noscript><div><button>${text}</button></div><p class="sr-only">${text}</p>`
    expect(textsOf(page('short'))).toEqual([])
    expect(textsOf(page(long))).toEqual([long, long, long])
    expect(textsOf('<h2><button>short</button></h2>')).toEqual(['short'])
  })
})
