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

it('shows the reports of a message that came back, and references to content elsewhere', async () => {
  const parts = [
    { head: plain, body: 'Your message came back.' },
    {
      head: ['Content-Type: message/delivery-status'],
      body: 'Reporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: 5.1.1',
    },
    { head: ['Content-Type: message/global-disposition-notification'], body: 'Disposition: displayed' },
    { head: ['Content-Type: message/feedback-report'], body: 'Feedback-Type: abuse' },
    {
      head: ['Content-Type: message/external-body; access-type=url; URL="https://x.example/a.pdf"'],
      body: 'Content-Type: application/pdf',
    },
    { head: ['Content-Type: text/rfc822-headers'], body: 'Subject: Lunch' },
    { head: ['Content-Type: message/partial; id=x; number=1'], body: 'Subject: A piece' },
    { head: ['Content-Type: message/delivery-status; name=details.txt'], body: 'Action: delayed' },
  ]
  const markdown = await markdownOfDocument('eml', messageOf(head, 'report', parts))
  const [texts = '', attachments = ''] = markdown.split('| Attachment |')
  expect(texts).toMatch(
    /came back\.\n\nReporting-MTA: dns; mx\n\nAction: failed\\\nStatus: 5\.1\.1\n\nDisposition: displayed/,
  )
  expect(texts).toMatch(/Feedback-Type: abuse[\s\S]*https:\/\/x\.example\/a\.pdf[\s\S]*application\/pdf/)
  expect(attachments).toMatch(/\| part 1 \| text\/rfc822-headers \|.*\n\| part 2 \| message\/partial \|/)
  expect(attachments).toContain('```\nSubject: Lunch\n```')
  expect(attachments).toContain('## details.txt\n\n```\nAction: delayed\n```')
})

it('reads all forms of a text if none has words', async () => {
  const image = { head: html, body: '<img src="https://x.example/a.png" alt="Half price">' }
  const enriched = { head: ['Content-Type: text/enriched'], body: 'Enriched words' }
  const markdown = await markdownOfDocument('eml', messageOf(head, 'alternative', [{ head: plain, body: '' }, image]))
  expect(markdown).toContain('![Half price](https://x.example/a.png)')
  expect(await markdownOfDocument('eml', messageOf(head, 'alternative', [enriched]))).toContain('Enriched words')
})

it('shows the headers of an attached message that is HTML', async () => {
  const inner = lines('From: eve@example.com', 'Subject: Inner', ...html, '', '<p>Words</p>')
  const parts = [{ head: ['Content-Type: message/rfc822'], body: inner }]
  expect(await markdownOfDocument('eml', messageOf(head, 'mixed', parts))).toMatch(
    /## Inner\.eml[\s\S]*\| From \| eve@example\.com \|[\s\S]*\n\nWords$/,
  )
})

const bodyOf = async (...text: string[]) => {
  const markdown = await markdownOfDocument('eml', lines(...head, ...plain, '', ...text))
  return markdown.split('Oaks |\n\n')[1]
}

it.each([
  [
    'with a header, rules and a total',
    [
      'Dear Ann,',
      'Item         Qty   Price',
      '------------------',
      'Young oak      2    5.00',
      'Elm           10   12.50',
      '------------------',
      'Total              17.50',
      'Bye',
    ],
    [1, 6],
  ],
  ['of two columns', ['Name      City', 'Ann       Bonn', 'Bob       New York'], [0, 2]],
  ['of two lines', ['Item      Qty   Price', 'Oak         2    5.00'], [0, 1]],
  ['in a quotation', ['Bob wrote:', '> Item     Qty', '> Oak        2', '> Elm       10', '> Bye'], [1, 3]],
  ['with tabs', ['Item\tQty\tPrice', 'Oak\t2\t5.00'], [0, 1]],
] as const)('keeps the columns of a table %s', async (_, text, [first, last]) => {
  const markdown = await bodyOf(...text)
  expect(markdown).toContain(`\`\`\`\n${text.slice(first, last + 1).join('\n')}\n\`\`\``)
  expect(markdown?.match(/```/g)).toHaveLength(2)
})

it.each([
  ['sentences', ['One oak.  Two elms.', 'One ash.  Two oaks.', 'One elm.  Two elms.']],
  ['labels', ['Number:    12', 'Date:      today', 'Total:     5.00']],
  ['lists', ['1.   One', '2.   Two', '3.   Three', '-    Four', '-    Five']],
  ['one line', ['One   two   three   four']],
  ['indented lines', ['    One', '    Two', '    Three']],
  ['signatures', ['-- ', 'Ann Oak      Forest Ltd', '+49 1        Elm Street 5', '+49 2        Bonn']],
])('leaves %s in prose', async (_, text) => {
  const words = text.map((line) => line.trim().replace(/ +/g, ' '))
  expect((await bodyOf(...text))?.replaceAll('\\', '')).toBe(words.join('\n'))
})
