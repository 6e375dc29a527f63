import { readFileSync } from 'node:fs'
import type { ParentNode } from 'domhandler'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectEmails, emailsInText } from '../../../src/format/emails/emails.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { withScriptResults } from '../../../src/html/parse/script-results.ts'
import { isElement, walk } from '../../../src/html/traverse.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/emails/${name}`, import.meta.url), 'utf8')

function emailsOf(html: string): string[] {
  const document = withScriptResults(parseDocument(html, 'https://example.com/'))
  return collectEmails(document, [document.root])
}

const cfemail = (address: string, key: number) => Buffer.from([key, ...Buffer.from(address).map((byte) => byte ^ key)])

test('a contact page yields its addresses once each, in order', () => {
  expect(emailsOf(fixture('contact.html'))).toEqual(JSON.parse(fixture('contact.json')))
})

test('addresses are read only in and below the roots', () => {
  const document = parseDocument('<p>a@x.org</p><a href="mailto:b@x.org">b</a><p>c@x.org</p>', 'https://x.org/')
  const links: ParentNode[] = []
  walk(document.root, (node) => {
    if (isElement(node) && node.name === 'a') links.push(node)
  })
  expect(collectEmails(document, links)).toEqual(['b@x.org'])
})

test('the texts of two roots are not joined into one word', () => {
  const document = parseDocument('<b>a@x</b> <b>.org</b>', 'https://x.org/')
  const roots: ParentNode[] = []
  walk(document.root, (node) => {
    if (isElement(node) && node.name === 'b') roots.push(node)
  })
  expect(collectEmails(document, roots)).toEqual([])
})

test.each([
  ['plain', 'joe@x.org', ['joe@x.org']],
  ['with tag, dots and subdomains', 'Joe.Smith+tag@Mail.Example.co.uk.', ['Joe.Smith+tag@mail.example.co.uk']],
  ['in brackets and lists', '<a@x.org>, b@x.org;(c@x.org) "d@x.org"', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']],
  ['compared without case', 'Joe@x.org joe@X.ORG JOE@x.org', ['Joe@x.org']],
  ['with an international host', 'info@müller.de info@xn--mller-kva.de', ['info@müller.de', 'info@xn--mller-kva.de']],
  ['with an international local part', 'jürgen@example.de', ['jürgen@example.de']],
  ['in Chinese without spaces', '请联系joe@example.cn或者info@例子.公司。', ['joe@example.cn', 'info@例子.公司']],
  ['with a full-width sign', 'info＠example.jp', ['info@example.jp']],
  ['glued to a sentence', 'joe@x.orgFollow us. ann@x.net.Please', ['joe@x.org', 'ann@x.net']],
  ['after dots and in emphasis', '...joe@x.org _ann@x.org_ **bob@x.org**', ['joe@x.org', 'ann@x.org', 'bob@x.org']],
  ['with an apostrophe', "'joe@x.org' o'neil@x.org", ['joe@x.org', "o'neil@x.org"]],
  ['at reserved hosts', 'a@host.test b@example c@host.local', ['a@host.test', 'c@host.local']],
  ['with a full-width host', 'メール：ｊｏｈｎ＠ｅｘａｍｐｌｅ．ｃｏｍ（田中）', ['john@example.com']],
  ['in Chinese before a full stop from another script', 'joe@x.org.谢谢 joe@x.org．谢谢', ['joe@x.org']],
  ['in quotes', '"a.b@x.org"', ['a.b@x.org']],
  ['with two dots', 'john..doe@x.org see...ann@x.org', ['john..doe@x.org', 'ann@x.org']],
  [
    'between slashes',
    'joe@x.org/ann@x.net / bob@x.org /eve@x.org',
    ['joe@x.org', 'ann@x.net', 'bob@x.org', 'eve@x.org'],
  ],
  ['after escaped characters', 'u=%20joe@x.org&v=%3Aann@x.org', ['joe@x.org', 'ann@x.org']],
  ['next to page URLs', 'https://x.org/a,joe@x.org (https://x.org/b)ann@x.org', ['joe@x.org', 'ann@x.org']],
  ['in a query', 'https://x.org/?email=joe@x.org&b=1', ['joe@x.org']],
])('finds addresses %s', (_name, text, addresses) => {
  expect(emailsInText(text)).toEqual(addresses)
})

test.each([
  ['images for dense screens', 'logo@2x.png icon@3x.webp a@1.5x.jpg'],
  ['package versions', 'react@18.2.0 foo@1.2.3-beta lib@next'],
  ['account names', '@joe @joe@social.example a@b.org@c.org'],
  ['user information in a URL', 'https://joe:pw@x.org/ ftp://joe@x.org postgres://u:p@db.x.org/d'],
  ['paths', 'https://host.com/a@b.com/c host.com/a@b.com ~/home/a@b.com/c /lists/all/dev@x.org/'],
  ['escaped letters', 'https://x.org/?q=J%C3%BCrgen@x.org user%example.com@example.org'],
  ['words in Chinese before another host', '请联系@example.cn 请联系我们或者发送邮件到这个邮箱用户名称@例子.中国'],
  ['git remotes', 'git@github.com:owner/name.git'],
  ['coordinates in map URLs', 'https://maps.example/@52.5,13.4,15z'],
  ['top-level domains that do not exist', 'a@b.c joe@host.foobarbaz me@localhost x@y'],
  ['broken hosts', 'a@-x.org a@x-.org a@.org a@x..org a@x.org- '.replace('a@x.org- ', '')],
  ['a local part of 65', `${'x'.repeat(65)}@x.org`],
  ['a label of 64', `a@${'x'.repeat(64)}.org`],
  ['a host of 260', `a@${'x.'.repeat(128)}org`],
  ['a lone sign', '@ -@x.org .@x.org +@x.org'],
  [
    'sentences',
    'meet at example dot com, I am @home dot com, look at bar.com, MEET US AT EXAMPLE DOT COM, price (at) 5.00',
  ],
  ['a public suffix alone', 'joe@co.uk joe@org'],
])('finds no address in %s', (_name, text) => {
  expect(emailsInText(text)).toEqual([])
})

test.each([
  'name [at] host [dot] org',
  'name (at) host (dot) org',
  'name{at}host{dot}org',
  'name [ AT ] host [ DOT ] org',
  'name[at]host.org',
  'name (at) host.org',
  'name [@] host [.] org',
  'name(@)host.org',
  'name at host [dot] org',
  'name [at] host dot org',
  'name@host[.]org',
  'name@host [dot] org',
  'name @ host (dot) org',
  'name <at> host <dot> org',
  'name&lt;at&gt;host&lt;dot&gt;org',
  'name [ät] host [punkt] org',
  'name [arroba] host [punto] org',
  'name\n(at)\nhost\n(dot)\norg',
])('%s is name@host.org', (text) => {
  expect(emailsInText(`Write to: ${text}, please`)).toEqual(['name@host.org'])
})

test('a disguised dot after a host extends it', () => {
  expect(emailsInText('joe@example.co [dot] uk, ann@x.org [dot] Then')).toEqual(['joe@example.co.uk', 'ann@x.org'])
})

test('a disguised address may have several labels and names', () => {
  expect(emailsInText('john [dot] q [dot] public (at) mail (dot) example (dot) co (dot) uk')).toEqual([
    'john.q.public@mail.example.co.uk',
  ])
})

test.each([
  ['mailto:joe@x.org', ['joe@x.org']],
  ['MailTo:joe@x.org?subject=a@b.org&body=c@d.org', ['joe@x.org']],
  ['mailto:a@x.org,b@x.org;c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['mailto:?to=a@x.org&cc=b@x.org&bcc=c@x.org', ['a@x.org', 'b@x.org', 'c@x.org']],
  ['mailto:%20joe%40x.org%20', ['joe@x.org']],
  ['mailto:j%c3%bcrgen@x.org', ['jürgen@x.org']],
  ['mailto:joe%zz@x.org', ['joe%zz@x.org']],
  ['mailto:a+b@x.org', ['a+b@x.org']],
  ['mailto://joe@x.org', ['joe@x.org']],
  ['mailto:Joe Smith <joe@X.org>', ['joe@x.org']],
  ['mailto:joe [at] x [dot] org', ['joe@x.org']],
  ['mailto:joe@intranet.unknownending', ['joe@intranet.unknownending']],
  ['mailto:', []],
  ['mailto:nobody', []],
  ['mailto:@x.org', []],
  ['mailto:a@b@c.org', []],
  ['mailto:joe@localhost', []],
])('%s contains %o', (href, addresses) => {
  expect(emailsOf(`<a href="${href}">write</a>`)).toEqual(addresses)
})

test('decodes addresses protected by Cloudflare, with any key', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), fc.boolean(), (key, inLink) => {
      const hex = cfemail('Jane.Doe+x@Example.org', key).toString('hex')
      const html = inLink
        ? `<a href="/cdn-cgi/l/email-protection#${hex}">`
        : `<span data-cfemail="${hex}">[email&nbsp;protected]</span>`
      expect(emailsOf(html)).toEqual(['Jane.Doe+x@example.org'])
    }),
    { numRuns: 40 },
  )
})

test.each(['', 'zz', '5', '54', 'ffff', '0'.repeat(100_000)])(
  'data-cfemail="%.20s" without an address yields nothing',
  (hex) => {
    expect(emailsOf(`<i data-cfemail="${hex}"></i>`)).toEqual([])
  },
)

test('inline tags join an address, but blocks and links split it', () => {
  expect(emailsOf('a<i>@</i><span>x</span>.<b>org</b>')).toEqual(['a@x.org'])
  expect(emailsOf('<div>a</div>b@x.org<div>c</div>')).toEqual(['b@x.org'])
  expect(emailsOf('b@x.org<p></p>c')).toEqual(['b@x.org'])
  expect(emailsOf('<a>12</a><a>b@x.org</a><a>c</a>')).toEqual(['b@x.org'])
  expect(emailsOf('a<!-- x -->@<script>y</script>x.org')).toEqual(['a@x.org'])
  expect(emailsOf('12<br>b@x.org<br>c')).toEqual(['b@x.org'])
})

test.each([
  ['JSON', '{"mail":"\\u0061nn@x.org","text":"hi\\njoe@x.org\\u003cbr\\u003e"}', ['ann@x.org', 'joe@x.org']],
  ['XML', '<a>&lt;joe@x.org&gt;</a><b>ann&#64;x.org bob&#x40;x.org</b>', ['joe@x.org', 'ann@x.org', 'bob@x.org']],
  ['Markdown', '[mail](mailto:joe@x.org) foo\\_bar@x.org', ['joe@x.org', 'foo_bar@x.org']],
  ['vCard', 'EMAIL;TYPE=work:joe@x.org\r\nEMAIL:ann@x.org', ['joe@x.org', 'ann@x.org']],
])('finds addresses in %s', (_name, text, addresses) => {
  expect(emailsInText(text)).toEqual(addresses)
})

test('every result is an address, for any text', () => {
  const piece = fc.constantFrom(
    '@',
    '.',
    'a',
    'org',
    'x.org',
    ' ',
    '[at]',
    ' [dot] ',
    ' at ',
    '＠',
    'ü',
    '-',
    '_',
    "'",
    '..',
    '/',
    '%',
    '%20',
    '"',
    '<at>',
    '．',
    '中国',
    '公',
    '\u200b',
    '&#64;',
    '\\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const address of emailsInText(pieces.join(''))) {
        expect(address).toMatch(/^[^\s@]{1,64}@[^\s@.](?:[^\s@]*[^\s@.])?\.[^\s@.]{2,}$/u)
        expect(emailsInText(address)).toEqual([address])
      }
    }),
    { numRuns: 2000 },
  )
})
