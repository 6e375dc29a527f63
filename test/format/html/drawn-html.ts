/** Generates HTML from pieces that parsers read differently, using a grammar of known sanitizer escapes. */

import fc from 'fast-check'

const names = [
  ...['p', 'div', 'b', 'a', 'form', 'table', 'tr', 'td', 'select', 'option', 'button', 'pre', 'h1', 'li', 'br', 'img'],
  ...['svg', 'math', 'mtext', 'mi', 'mglyph', 'malignmark', 'annotation-xml', 'desc', 'title', 'foreignObject', 'set'],
  ...['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'style', 'script', 'textarea', 'noscript', 'template'],
  ...['animate', 'link', 'meta', 'base', 'image', 'html', 'head', 'body', 'frameset', 'frame', 'object', 'font', 'use'],
]
const attributes = [
  ...['', '', ' href="javascript:alert(1)"', ' onerror=alert(1) src=x', ' onload=alert(1)', ' shadowrootmode=open'],
  ...[' style="x:y"', ' title="</style></xmp></noscript><img src=x onerror=alert(1)>"', ' encoding="text/html"'],
  ...[' xlink:href="java&#9;script:alert(1)"', ' attributeName=href to=javascript:alert(1)', ' http-equiv=refresh'],
  ...[' rel=stylesheet', ' src="data:text/html,x"', ' color=red', ' type=hidden', ' action=javascript:alert(1)'],
  ...[
    ' "onclick=alert(1)',
    " 'x=",
    ' =onerror=alert(1)',
    ' srcdoc="<script>alert(1)</script>"',
    ' a="--&gt;"',
    ' x<y=z',
  ],
]
const texts = [
  ...['a', ' ', '\n', '&lt;img src=x onerror=alert(1)&gt;', '&lt;/xmp&gt;', '<img src=x onerror=alert(1)>', '&amp;lt;'],
  ...['<!--', '-->', '--!>', '<![CDATA[', ']]>', '<?xml x?>', '<!doctype html>', '</', '<', '>', '"', "'", '\0', '\r'],
  ...['<!-->', '</p>', '</br>', '&#13;', '&nbsp;', '\u2028', '<style><!--</style>', '</noscript>', '<x', '/>'],
]

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...attributes))
      .map(([name, attribute]) => `<${name}${attribute}>`),
  },
  { weight: 2, arbitrary: fc.constantFrom(...names).map((name) => `</${name}>`) },
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
)

export const drawnHtml = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))
