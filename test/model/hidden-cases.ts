/** Thirty kinds of hidden text on one page, each with a unique word, plus characters that are not rendered. */

interface HiddenCase {
  name: string
  html: (word: string) => string
}

const inline = (name: string, style: string): HiddenCase => ({
  name,
  html: (word) => `<p style="${style}">${word}</p>`,
})
const tag = (name: string, html: HiddenCase['html']): HiddenCase => ({ name, html })

export const hiddenCases: readonly HiddenCase[] = [
  inline('display none', 'display:none'),
  inline('visibility hidden', 'visibility: hidden'),
  inline('opacity 0', 'opacity:0'),
  inline('font size 0', 'font-size:0'),
  inline('font size 1px', 'font-size:1px;line-height:1px'),
  inline('the colour of the background', 'color:#fff;background:#ffffff'),
  inline('a transparent colour', 'color:rgba(0,0,0,0)'),
  inline('far to the left', 'position:absolute;left:-9999px'),
  inline('text indent', 'text-indent:-9999px;overflow:hidden'),
  inline('a clip', 'position:absolute;clip:rect(0 0 0 0)'),
  inline('a clip path', 'clip-path:inset(100%)'),
  inline('scaled to nothing', 'transform:scale(0)'),
  inline('moved away', 'transform:translateX(-20000px)'),
  inline('no height', 'height:0;overflow:hidden'),
  inline('a filter', 'filter:opacity(0)'),
  inline('content visibility', 'content-visibility:hidden'),
  tag('the hidden attribute', (word) => `<div hidden>${word}</div>`),
  tag('a template', (word) => `<template><p>${word}</p></template>`),
  tag('noscript', (word) => `<noscript><p>${word}</p></noscript>`),
  tag('a comment', (word) => `<!-- ${word} -->`),
  tag('a script with plain text', (word) => `<script type="text/plain">${word}</script>`),
  tag('a closed dialog', (word) => `<dialog>${word}</dialog>`),
  tag('a popover', (word) => `<div popover>${word}</div>`),
  tag('a hidden field', (word) => `<input type="hidden" name="q" value="${word}">`),
  tag('an attribute', (word) => `<span aria-label="${word}" data-note="${word}"> </span>`),
  tag('a class that is not displayed', (word) => `<p class="gone">${word}</p>`),
  tag('a class without opacity', (word) => `<p class="faint">${word}</p>`),
  tag('a class far away', (word) => `<p class="away">${word}</p>`),
  tag('a class in the colour of the background', (word) => `<p class="same">${word}</p>`),
  tag('below an opaque box', (word) => `<div class="under"><p>${word}</p><div class="lid"></div></div>`),
]

const wordOf = (at: number) => `canary${String(at).padStart(2, '0')}zq`

const sheet = `.gone{display:none}.faint{opacity:0}.away{position:absolute;top:-5000px}.same{color:white}
.under{position:relative;height:40px}.lid{position:absolute;inset:0;background:#fff}`

/** A page with all cases between visible paragraphs. */
export const hiddenPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hidden</title><style>${sheet}</style></head>
<body style="background:#fff"><main><h1>A page</h1>
${hiddenCases.map(({ html }, at) => `<p>Visible paragraph number ${at}, with enough words in it to be read as content.</p>\n${html(wordOf(at))}`).join('\n')}
</main></body></html>`

/** Names of the cases whose word is in the text. */
export function casesIn(text: string): string[] {
  return hiddenCases.filter((_, at) => text.includes(wordOf(at))).map(({ name }) => name)
}

/** Unrendered characters between letters. */
export const invisibleCharacters = [
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e', '\u2063', '\u034f'],
  ...[
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
    '\u200e',
    '\u200f',
    '\u061c',
  ],
  ...['\u{e0001}', '\u{e0041}', '\u{e007f}', '\ufe01', '\u{e0100}', '\u3164', '\uffa0', '\u2800'],
]
