import { Worker } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { catalog, page as pageObject, pdfWith } from '../hostile/pdf-page.ts'
import { pageInCMap, pdfFile, stream } from './pdf-document.ts'
import { pdfText } from './pdf-text.ts'

interface Stream {
  data: Buffer
  filter?: string
}

/** A PDF with one page per content stream, in Helvetica. `trailer` adds entries to the trailer. */
function pdfOf(streams: Stream[], trailer = ''): Buffer {
  const pages = streams.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${pages}] /Count ${streams.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...streams.flatMap(({ data, filter = '' }, at) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * at} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        stream(data, filter),
      ]),
    ],
    trailer,
  )
}

const hex = (text: string) => Buffer.from(text, 'hex')
const textOf = async (body: Uint8Array) => (await pdfText(body)).text

function page(...lines: string[]): Stream {
  const shown = lines.map((line, at) => `${at === 0 ? '72 720 Td' : '0 -14 Td'} (${line}) Tj`).join(' ')
  return { data: Buffer.from(`BT /F1 12 Tf ${shown} ET`, 'latin1') }
}

const flate = ({ data }: Stream): Stream => ({ data: deflateSync(data), filter: '/Filter /FlateDecode' })
const invalid = (message: RegExp) =>
  expect.objectContaining({ type: 'invalid_response', message: expect.stringMatching(message) })

test('pages follow each other, compressed or not', async () => {
  const body = pdfOf([page('First page', 'of https://x.org/a'), flate(page('Caf\\351'))])
  expect(await textOf(body)).toBe('First page of https://x.org/a\n\nCafé')
})

test('the buffer with the body is not detached', async () => {
  const body = new Uint8Array(pdfOf([page('x')]))
  await pdfText(body)
  expect(await textOf(body)).toBe('x')
})

test('pages without text produce an empty text and a warning', async () => {
  const { text, warnings } = await pdfText(pdfOf([{ data: Buffer.from('0 0 m 10 10 l S') }]))
  expect(text).toBe('')
  expect(warnings).toEqual([{ code: 'no_text', message: expect.stringMatching(/no readable text.*images/) }])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['only a header', Buffer.from('%PDF-1.7\n')],
  ['something else', Buffer.from('<html>'.repeat(100))],
  ['zeros', Buffer.alloc(10_000)],
])('%s is refused as broken', async (_name, body) => {
  await expect(pdfText(body)).rejects.toEqual(invalid(/broken/))
})

test('a truncated document is read as far as possible, or refused', async () => {
  const whole = pdfOf([page('First'), page('Second')])
  for (let length = 50; length < whole.length; length += 97) {
    const result = await textOf(whole.subarray(0, length)).catch((error) => error.type)
    expect(result).toMatch(/^(?:invalid_response|First|First\n\nSecond|)$/)
  }
})

test('a password-protected document is refused', async () => {
  const secret = `<${'ab'.repeat(32)}>`
  const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> /ID [<00> <00>]`
  await expect(pdfText(pdfOf([page('x')], encrypt))).rejects.toEqual(invalid(/password/))
})

test('a stream that decodes to more than 64 MiB is refused before it fills the memory', async () => {
  const bomb = flate({ data: Buffer.alloc(100 * 1024 * 1024, 32) })
  expect(bomb.data.length).toBeLessThan(200_000)
  await expect(pdfText(pdfOf([bomb]))).rejects.toEqual(
    invalid(/too complex to read: one of its streams decodes to too much data$/),
  )
  expect(new Uint8Array(65 * 1024 * 1024)).toHaveLength(65 * 1024 * 1024)
})

test('more than 5,000 pages are refused', async () => {
  const body = pdfOf(Array.from({ length: 5001 }, () => ({ data: Buffer.from(' ') })))
  await expect(pdfText(body)).rejects.toEqual(invalid(/too complex to read: it has more than 5000 pages$/))
})

/** Appends an update with these objects in an object stream. @see ISO 32000-2, 7.5.6 */
function updated(file: Buffer, objects: Readonly<Record<number, string>>, root: number): Buffer {
  const entries = Object.entries(objects)
  const body = entries.map(([, object]) => object).join('\n')
  const head = `${entries.map(([number, object]) => `${number} ${body.indexOf(object)}`).join(' ')}\n`
  const packed = stream(head + body, `/Type /ObjStm /N ${entries.length} /First ${head.length}`)
  const added = Buffer.concat([Buffer.from('50 0 obj\n'), packed, Buffer.from('\nendobj\n')])
  const rows = [...entries.map((_, at) => [2, 0, 50, at]), [1, file.length >> 8, file.length & 255, 0]]
  const index = [...entries.map(([number]) => `${number} 1`), '50 1'].join(' ')
  const previous = /startxref\n(\d+)/.exec(file.toString('latin1'))?.[1]
  const table = stream(
    Buffer.from(rows.flat()),
    `/Type /XRef /W [1 2 1] /Size 52 /Index [${index}] /Root ${root} 0 R /Prev ${previous}`,
  )
  const end = `\nendobj\nstartxref\n${file.length + added.length}\n%%EOF\n`
  return Buffer.concat([file, added, Buffer.from('51 0 obj\n'), table, Buffer.from(end)])
}

const shown = (text: string) => stream(`BT /F1 12 Tf 50 700 Td (${text}) Tj ET`)
/** Object 9 doesn't exist. */
const treeOf = (...kids: number[]) =>
  `<< /Type /Pages /Kids [9 0 R ${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length + 1} >>`
const contents = { 4: shown('Old text'), 6: shown('New text') }
const newPage = pageObject.replace('4 0 R', '6 0 R')

test.each([
  [
    'the document, not of an attached PDF',
    pdfWith({ 2: treeOf(3, 7), ...contents, 7: newPage, 8: stream(pdfWith({}), '/Type /EmbeddedFile') }),
    ['Old text', 'New text'],
  ],
  ['the newest version of the page', updated(pdfWith({ 2: treeOf(3), ...contents }), { 3: newPage }, 1), ['New text']],
  [
    'the newest page tree',
    updated(
      pdfWith(contents, '/ID [<00> <00>]'),
      { 7: catalog.replace('2 0 R', '8 0 R'), 8: treeOf(10), 10: newPage.replace('2 0 R', '8 0 R') },
      7,
    ),
    ['New text'],
  ],
])('text after a missing page is that of %s', async (_source, body, texts) => {
  const { content, warnings, pageCount } = await formatDocument('pdf', body)
  expect(content).toBe(texts.map((text, at) => `<!-- page ${at + 2} -->\n\n${text}`).join('\n\n'))
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/damaged.*: page 1$/)])
  expect(pageCount).toBe(texts.length + 1)
})

test('reading stops at a page tree that contains itself', async () => {
  const body = Buffer.from(
    pdfOf([page('x')])
      .toString('latin1')
      .replace('[4 0 R]', '[2 0 R]'),
    'latin1',
  )
  const result = await textOf(body).catch((error) => error.type)
  expect(result).toMatch(/^(?:invalid_response|x|)$/)
})

test('several documents can be read at once', async () => {
  const texts = await Promise.all(['a', 'b', 'c'].map((text) => textOf(pdfOf([page(text)]))))
  expect(texts).toEqual(['a', 'b', 'c'])
})

test('reading works in a worker thread and prints nothing', async () => {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads'
    globalThis.fetch = () => { throw new Error('fetched') }
    const { pdfText } = await import(${JSON.stringify(new URL('./pdf-text.ts', import.meta.url).href)})
    const texts = []
    for (const body of workerData) texts.push(await pdfText(body).then(({ text }) => text, (error) => error.type))
    parentPort.postMessage(texts)`
  const odd = Buffer.from(
    pdfOf([page('x')])
      .toString('latin1')
      .replace('/Helvetica', '/NoSuchFnt'),
    'latin1',
  )
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: [pdfOf([page('hello')]), odd, Buffer.from('broken'), pageInCMap('No-Such-CMap', 'Japan1', hex('3021'))],
    stdout: true,
    stderr: true,
    env: {},
    execArgv: [],
  })
  const printed: string[] = []
  worker.stdout.on('data', (chunk) => printed.push(String(chunk)))
  worker.stderr.on('data', (chunk) => printed.push(String(chunk)))
  const texts = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  expect(texts).toEqual(['hello', 'x', 'invalid_response', ''])
  expect(printed.join('')).toBe('')
})
