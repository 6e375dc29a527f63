import { expect, it } from 'vitest'
import { openFile } from '../../../src/documents/read-document.ts'
import { documentTypes } from '../../../src/page/document-types.ts'
import { htmlPage } from '../../format/page.ts'
import { formatDocument, markdownOfDocument, metadataOfDocument } from '../format-document.ts'
import { lines, messageOf, outlookOf } from './files.ts'

const head = ['From: =?utf-8?Q?Ada_L=C3=B6we?= <ada@example.com>', 'To: bob@example.com', 'Subject: Oaks']
const plain = ['Content-Type: text/plain; charset=utf-8']
const html = ['Content-Type: text/html; charset=utf-8']

it('writes the headers as a table before the text', async () => {
  const markdown = await markdownOfDocument(
    'eml',
    lines(...head, 'Date: Mon, 1 Jun 2026 10:00:00 +0200', '', 'The oak.'),
  )
  expect(markdown).toMatch(
    /\| From \| Ada Löwe .*ada@example.com.*\|\n\| To \| bob@example.com \|\n\| Date \| Mon, 1 Jun 2026/,
  )
  expect(markdown).toMatch(/\| Subject \| Oaks \|\n\nThe oak\.$/)
  const metadata = await metadataOfDocument('eml', lines(...head, 'Date: Mon, 1 Jun 2026 10:00:00 +0200', '', 'x'))
  expect(metadata).toMatchObject({ title: 'Oaks', published_at: '2026-06-01T08:00:00.000Z' })
})

it('reads the last form of a text that has words, and keeps an invitation', async () => {
  const parts = [
    { head: plain, body: 'Plain words' },
    { head: html, body: '<h1>Rich</h1><p>See <a href="https://forest.example/">the forest</a>.</p>' },
    { head: ['Content-Type: text/calendar; name=invite.ics'], body: 'BEGIN:VCALENDAR' },
  ]
  const markdown = await markdownOfDocument('eml', messageOf(head, 'alternative', parts))
  expect(markdown).toContain('# Rich\n\nSee [the forest](https://forest.example/).')
  expect(markdown).toMatch(/\| invite.ics \| text\/calendar \| 15 \|[\s\S]*BEGIN:VCALENDAR/)
  expect(markdown).not.toContain('Plain words')
  const empty = [parts[0], { head: html, body: '<style>p{color:red}</style><img src="cid:1">' }] as typeof parts
  expect(await markdownOfDocument('eml', messageOf(head, 'alternative', empty))).toContain('Plain words')
})

it('lists every attachment and reads those of readable kinds under their names', async () => {
  const parts = [
    { head: plain, body: 'See below.' },
    {
      head: [
        "Content-Disposition: attachment; filename*0*=utf-8''z%C3; filename*1*=%A4hlen.csv",
        'Content-Transfer-Encoding: base64',
      ],
      body: Buffer.from('tree,m\r\noak,21\r\n').toString('base64'),
    },
    { head: ['Content-Type: image/png; name="oak.png"'], body: '\x89PNG' },
    { head: ['Content-Type: text/plain', 'Content-Disposition: inline; filename=note.txt'], body: 'A named text' },
    { head: plain, body: 'List footer' },
  ]
  const { content, warnings } = await formatDocument('eml', messageOf(head, 'mixed', parts))
  expect(content).toMatch(/See below\.\n\nList footer\n\n\| Attachment \| Type \| Bytes \|/)
  expect(content).toContain('| oak.png | image/png |')
  expect(content).toContain('## zählen.csv')
  expect(content).toContain('| oak | 21 |')
  expect(content).toMatch(/## note\.txt\n\n```\nA named text\n```/)
  expect(warnings).toEqual([])
})

it('keeps a forwarded message and its attachments apart from the message around it', async () => {
  const inner = messageOf(
    ['Subject: Inner'],
    'mixed',
    [
      { head: plain, body: 'Inner words' },
      { head: ['Content-Type: text/csv; name=a.csv'], body: 'x,y\n1,2' },
    ],
    'inner',
  )
  const parts = [
    { head: plain, body: 'Outer words' },
    { head: ['Content-Type: message/rfc822'], body: inner },
  ]
  const markdown = await markdownOfDocument('eml', messageOf(head, 'mixed', parts))
  const [outer = '', forwarded = ''] = markdown.split('## Inner.eml')
  expect(outer).toMatch(/Outer words[\s\S]*\| Inner\.eml \|/)
  expect(outer).not.toContain('a.csv')
  expect(forwarded).toMatch(/Inner words[\s\S]*\| a\.csv \|[\s\S]*\| 1 \| 2 \|/)
})

it.each([
  ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
  ['=?utf-8?B?5pel5Q==?= =?utf-8?B?pdw=?=', '日\ufffd\ufffd'],
  ['=?utf-8?B?5pel5g==?=\r\n =?utf-8?B?nKw=?=', '日本'],
  ['=?windows-1252?q?caf=E9_=80?=', 'café €'],
  ['plain =?utf-8?q?=C3=A4?= and more', 'plain ä and more'],
])('decodes the header %s', async (value, text) => {
  expect(await markdownOfDocument('eml', lines(`Subject: ${value}`, 'From: a@b.example', '', 'x'))).toContain(
    `| Subject | ${text.normalize()}`,
  )
})

it('reports a message that is cut off, and keeps what is there', async () => {
  const whole = messageOf(head, 'mixed', [
    { head: plain, body: 'First' },
    { head: plain, body: 'Second part' },
  ])
  const { content, warnings } = await formatDocument('eml', whole.slice(0, whole.indexOf('Second') + 6))
  expect(content).toContain('Second')
  expect(warnings).toEqual([
    expect.objectContaining({ code: 'document_cut', message: expect.stringContaining('the end of the message') }),
  ])
})

it('warns about text that a message hides', async () => {
  const hidden = `<div style="display:none">${'Preheader of the message. '.repeat(3)}</div><p>Shown</p>`
  const { content, warnings } = await formatDocument('eml', lines(...head, ...html, '', hidden))
  expect(content).not.toContain('Preheader')
  expect(warnings.map(({ code }) => code)).toEqual(['hidden_text_removed'])
})

it('reads a message that Outlook saved', async () => {
  const message = outlookOf({
    '0037001F': 'Oaks',
    '0C1A001F': 'Ada',
    '0C1F001F': 'ada@example.com',
    '1000001F': 'The oak.\r\n\r\nIs tall.',
  })
  const markdown = await markdownOfDocument('msg', message)
  expect(markdown).toMatch(/\| From \| Ada .*ada@example\.com.*\|\n\| Subject \| Oaks \|\n\nThe oak\.\n\nIs tall\.$/)
})

it.each([
  [
    'format=flowed',
    'One \r\ntwo\r\n> three \r\n> four\r\n>> five \r\n> six\r\n>  seven',
    'One two\n\n> three four\n\n> > five\n\n> six\\\n> seven',
  ],
  ['format=flowed; delsp=yes', '\u6a39 \r\n\u6728\r\n-- \r\n From me', '\u6a39\u6728\\\n\\--\\\nFrom me'],
  ['format=fixed', 'One \r\ntwo', 'One\\\ntwo'],
])('reads the lines of a text with %s', async (format, text, expected) => {
  const message = lines(...head, `Content-Type: text/plain; charset=utf-8; ${format}`, '', text)
  expect((await markdownOfDocument('eml', message)).split('Oaks |\n\n')[1]).toBe(expected)
})

it('numbers attachments of the same name, and reads each by the name that is listed', async () => {
  const part = (body: string) => ({ head: ['Content-Type: text/csv; name="a.csv"'], body })
  const taken = { head: ['Content-Type: text/plain; name="a (2).csv"'], body: 'taken' }
  const message = messageOf(head, 'mixed', [part('x\nfirst'), taken, part('x\nsecond'), part('x\nthird')])
  expect(await markdownOfDocument('eml', message)).toMatch(
    /\| a\.csv \|.*\n\| a \(2\)\.csv.*\n\| a \(3\)\.csv.*\n\| a \(4\)\.csv/,
  )
  const page = htmlPage('', { mediaType: documentTypes.eml, body: new Uint8Array(Buffer.from(message)) })
  const opened = await openFile(page, 'a (3).csv')
  expect(Buffer.from(opened.page.body).toString()).toBe('x\nsecond')
})

it('names the images of a message by their description, and drops the others', async () => {
  const source = '<p>a <img src="cid:1@x"> <img src="CID:2@x" alt="logo"> b</p>'
  expect(await markdownOfDocument('eml', lines(...head, ...html, '', source))).toMatch(/Oaks \|\n\na !\[logo\]\(\) b$/)
  expect(await markdownOfDocument('msg', outlookOf({ '0037001F': 'x', '10130102': source }))).toMatch(
    /a !\[logo\]\(\) b$/,
  )
})
