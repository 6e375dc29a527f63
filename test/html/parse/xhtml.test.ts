import { expect, it } from 'vitest'
import { outerHtml } from '../../../src/format/html/serialise.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { textOf } from '../../../src/html/traverse.ts'

const bodyOf = (source: string) => {
  const { elements, root } = parseDocument(source, 'https://example.com/', { isXml: true })
  return outerHtml(elements.named('body')[0] ?? root)
}

it.each([
  'script src="a"',
  'style',
  'title',
  'textarea',
  'iframe src="a"',
  'noframes',
  'noembed',
  'xmp',
  'plaintext',
  'noscript',
  'select',
  'template',
  'button',
  'object',
  'a href="x"',
  'table',
])('an empty <%s/> does not contain the content after it', (tag) => {
  const { elements, root } = parseDocument(
    `<html><body><p>before</p><${tag}/><p>after <b>that</b></p></body></html>`,
    'https://example.com/',
    { isXml: true },
  )
  expect(textOf(root)).toBe('beforeafter that')
  expect(elements.named('b')).toHaveLength(1)
})

it.each([
  ['<p>a <em/>b <b id="x" />c</p>', '<p>a <em></em>b <b id="x"></b>c</p>'],
  ['<p/><p>a</p><div/>b', '<p></p><p>a</p><div></div>b'],
  ['<ul><li/><li>a</li></ul>', '<ul><li></li><li>a</li></ul>'],
  ['<p>a<br/>b<br></br>c<hr/></p>', '<p>a<br>b<br>c</p><hr><p></p>'],
  ['<p>1 <![CDATA[< 2 & <b>]]> 3</p>', '<p>1 &lt; 2 &amp; &lt;b&gt; 3</p>'],
  ['<p>&nbsp;&eacute;&#233;&amp;&apos;</p>', "<p>&nbsp;éé&amp;'</p>"],
  ['<svg><path d="M0"/><title/><text>a</text></svg>b', '<svg><path d="M0"></path><title></title><text>a</text></svg>b'],
])('reads %s as XML', (source, expected) => {
  expect(
    bodyOf(`<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head><body>${source}</body></html>`),
  ).toBe(`<body>${expected}</body>`)
})

it('resolves prefixes to their declared namespaces', () => {
  const source = `<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml" xmlns:v="http://www.w3.org/2000/svg" xmlns:o="urn:x"><h:head><h:script>1 &lt; 2</h:script></h:head><h:body><h:p>a <o:p>b</o:p></h:p><v:svg><v:path/></v:svg></h:body></h:html>`
  expect(bodyOf(source)).toBe('<body><p>a <o:p>b</o:p></p><svg><path></path></svg></body>')
})

it.each([
  ['<p>a & b <b>c</p><p>d</p>', 'a & b cd'],
  ['<p title=x>a<br>b</p>', 'a b'],
  ['<p>a</b></i>b', 'ab'],
  ['<p>a <![CDATA[b <i>c', 'a b <i>c'],
  ['<p>a <x:y>b</x:y> &unknown; c', 'a b &unknown; c'],
])('reads %s as HTML because it is not well-formed', (source, text) => {
  expect(textOf(parseDocument(source, 'https://example.com/', { isXml: true }).root)).toBe(text)
})

it('does not read HTML like this', () => {
  const { root } = parseDocument('<p>a<script/>b</p>', 'https://example.com/')
  expect(outerHtml(root)).toContain('<script>b</p></script>')
})
