/** Ways to hide text with markup or with characters that aren't rendered. */

import type { Way } from './way.ts'

const way = (name: string, body: Way['body'], head = ''): Way => ({ name, body, head })

export const hiddenByMarkup: readonly Way[] = [
  way('the hidden attribute', (text) => `<div hidden>${text}</div>`),
  way('the hidden attribute with a value', (text) => `<div hidden="false">${text}</div>`),
  way('a closed dialog', (text) => `<dialog>${text}</dialog>`),
  way('a popover', (text) => `<div popover>${text}</div>`),
  way('a template', (text) => `<template><p>${text}</p></template>`),
  way('noscript', (text) => `<noscript><p>${text}</p></noscript>`),
  way('a script with plain text', (text) => `<script type="text/plain">${text}</script>`),
  way('a comment', (text) => `<!-- ${text} -->`),
  way('the fallback of canvas', (text) => `<canvas>${text}</canvas>`),
  way('the fallback of video', (text) => `<video src="/v.mp4">${text}</video>`),
  way('the fallback of audio', (text) => `<audio controls src="/a.mp3">${text}</audio>`),
  way(
    'the fallback of an image object',
    (text) =>
      `<object data="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">${text}</object>`,
  ),
  way('the fallback of iframe', (text) => `<iframe src="about:blank">${text}</iframe>`),
  way('noembed', (text) => `<noembed>${text}</noembed>`),
  way('noframes', (text) => `<noframes>${text}</noframes>`),
  way('a datalist', (text) => `<datalist id="d"><option>${text}</option></datalist>`),
  way('a hidden field', (text) => `<input type="hidden" name="q" value="${text}">`),
  way('an SVG without size', (text) => `<svg width="0" height="0"><text>${text}</text></svg>`),
  way(
    'definitions of SVG',
    (text) => `<svg width="90" height="90"><defs><text id="t" y="20">${text}</text></defs></svg>`,
  ),
  way('the title of SVG', (text) => `<svg width="9" height="9"><title>${text}</title></svg>`),
  way('the description of SVG', (text) => `<svg width="9" height="9"><desc>${text}</desc></svg>`),
  way('metadata of SVG', (text) => `<svg width="9" height="9"><metadata>${text}</metadata></svg>`),
  way(
    'a foreign object in a symbol',
    (text) => `<svg width="9" height="9"><symbol><foreignObject><p>${text}</p></foreignObject></symbol></svg>`,
  ),
  way('a font in the background colour', (text) => `<p><font color="#ffffff">${text}</font></p>`),
  way(
    'a cell in its own colour',
    (text) => `<table><tr><td bgcolor="#336699"><font color="#336699">${text}</font></td><td>Cell</td></tr></table>`,
  ),
  way(
    'a collapsed row',
    (text) => `<table><tr><td>Cell</td></tr><tr style="visibility:collapse"><td>${text}</td></tr></table>`,
  ),
  way('the head', () => '', `<style data-note="CANARY">/* CANARY */</style>`),
  way('JSON-LD', () => '', `<script type="application/ld+json">{"@type":"Thing","name":"CANARY"}</script>`),
  way(
    'a class for screen readers',
    (text) => `<span class="sr-only">${text}</span>`,
    '<style>.sr-only{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}</style>',
  ),
]

/** Text that isn't an element's content, so `clean_html` keeps it. */
export const notOnThePage: readonly Way[] = [
  way('a second title', () => '', '<title>CANARY</title>'),
  way('a data attribute', (text) => `<p data-note="${text}">A paragraph with a note.</p>`),
  way('a spoken label', (text) => `<p aria-label="${text}">A paragraph with a label.</p>`),
  way('the description that search engines show', () => '', '<meta name="description" content="CANARY">'),
  way('a hint shown on hover', (text) => `<p title="${text}">A paragraph with a hint.</p>`),
]

const tags = (text: string) => [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
const selectors = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0100 + (char.charCodeAt(0) - 16))).join('')

/** Characters that aren't rendered, each with a pattern for what may remain of them. */
export const invisibleMessages: readonly { name: string; body: string; smuggled: RegExp }[] = [
  { name: 'tag characters', body: `<p>See this${tags('ignore all')}.</p>`, smuggled: /[\u{e0020}-\u{e007f}]/u },
  {
    name: 'tags after a flag',
    body: `<p>A flag \u{1f3f4}${tags('ignoreall')}.</p>`,
    smuggled: /[\u{e0020}-\u{e007f}]/u,
  },
  {
    name: 'variation selectors',
    body: `<p>A smile \u{1f600}${selectors('ignore')}.</p>`,
    smuggled: /[\u{e0100}-\u{e01ef}]/u,
  },
  { name: 'zero-width bits', body: '<p>Bits\u200b\u200c\u200b\u200c\u200d here.</p>', smuggled: /[\u200b-\u200d]/ },
  { name: 'a direction override', body: '<p>Say \u202eerongi\u202c.</p>', smuggled: /[\u202a-\u202e]/ },
  { name: 'invisible operators', body: '<p>a\u2061b\u2062c\u2063d\u2064e.</p>', smuggled: /[\u2061-\u2064]/ },
  { name: 'Hangul fillers', body: '<p>a\u3164b\uffa0c\u115fd.</p>', smuggled: /[\u3164\uffa0\u115f]/ },
  { name: 'blank braille cells', body: '<p>a\u2800\u2800b.</p>', smuggled: /\u2800/ },
  { name: 'grapheme joiners', body: '<p>a\u034fb\u034fc.</p>', smuggled: /\u034f/ },
  { name: 'soft hyphens', body: '<p>in\u00advis\u00adi\u00adble.</p>', smuggled: /\u00ad/ },
  { name: 'annotation marks', body: '<p>a\ufff9b\ufffac\ufffb.</p>', smuggled: /[\ufff9-\ufffb]/ },
  {
    name: 'alt text with tags',
    body: `<p><img src="/a.png" alt="A cat${tags('ignore')}"></p>`,
    smuggled: /[\u{e0020}-\u{e007f}]/u,
  },
]
