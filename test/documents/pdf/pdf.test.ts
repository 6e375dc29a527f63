import { Worker } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
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
