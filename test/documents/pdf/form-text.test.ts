import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { pdfWith } from '../hostile/pdf-page.ts'
import { onePage } from './pdf-document.ts'
import { pdfText } from './pdf-text.ts'

/** Returns the text of a page that says "Form" and has these annotations. The widgets among them make up its form. */
async function textWith(annotations: readonly string[]): Promise<string> {
  const objects = annotations.map((entries) => `<< /Type /Annot /Rect [72 100 172 120] /P 3 0 R ${entries} >>`)
  const references = objects.map((_, at) => `${6 + at} 0 R`).join(' ')
  const { text, warnings } = await pdfText(
    onePage({
      content: 'BT /F1 12 Tf 72 720 Td (Form) Tj ET',
      objects,
      page: `/Annots [${references}]`,
      catalog: `/AcroForm << /Fields [${references}] >>`,
    }),
  )
  expect(warnings).toEqual([])
  return text
}

const states = '/AP << /N << /Yes 5 0 R /Off 5 0 R >> >>'

it.each([
  ['a text', '/FT /Tx /T (name) /V (Ada Lovelace)', 'name: Ada Lovelace'],
  ['a text in Unicode', '/FT /Tx /T (name) /V <FEFF4E2D6587>', 'name: 中文'],
  [
    'a text of several lines',
    '/FT /Tx /T (street) /Ff 4096 /V (12 High Street\\nOxford)',
    'street: 12 High Street Oxford',
  ],
  ['a field with a separate label for people', '/FT /Tx /T (f1[0]) /TU (Full name) /V (Ada)', 'Full name: Ada'],
  ['a field with a name from an editor', '/FT /Tx /T (city[0]) /V (Paris)', 'city: Paris'],
  ['a choice', '/FT /Ch /T (colour) /Ff 131072 /Opt [[(r) (Red)] [(g) (Green)]] /V (g)', 'colour: Green'],
  [
    'several choices',
    '/FT /Ch /T (colours) /Ff 2097152 /Opt [(Red) (Green) (Blue)] /V [(Red) (Blue)]',
    'colours: Red, Blue',
  ],
  ['a ticked box', `/FT /Btn /T (agree) /V /Yes /AS /Yes ${states}`, 'agree: Yes'],
])('includes %s of a form', async (_kind, entries, line) => {
  expect(await textWith([`/Subtype /Widget ${entries}`])).toBe(`Form\n\n${line}`)
})

it('includes text typed onto a page', async () => {
  expect(await textWith(['/Subtype /FreeText /DA (/Helv 12 Tf) /Contents (typed on)'])).toBe('Form\n\ntyped on')
})

it.each([
  ['an empty field', '/Subtype /Widget /FT /Tx /T (name)'],
  ['an unticked box', `/Subtype /Widget /FT /Btn /T (agree) /V /Off /AS /Off ${states}`],
  ['a password', '/Subtype /Widget /FT /Tx /T (secret) /Ff 8192 /V (hush)'],
  ['a hidden field', '/Subtype /Widget /FT /Tx /T (trap) /F 2 /V (not shown)'],
])('leaves out %s', async (_kind, entries) => {
  expect(await textWith([entries])).toBe('Form')
})

it('refuses 60 choices that share a text of 8 MB before they fill the memory', async () => {
  const body = pdfWith({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << >> /Annots [${'7 0 R '.repeat(60)}] >>`,
    6: `<< /FT /Ch /T (name) /Ff 2097152 /Opt [[(a) (${'x'.repeat(20_000)})]] /V [${'(a)'.repeat(400)}] /Kids [7 0 R] >>`,
    7: '<< /Type /Annot /Subtype /Widget /Rect [72 100 172 120] /P 3 0 R /Parent 6 0 R >>',
  })
  const source = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { pdfText } = await import(${JSON.stringify(new URL('./pdf-text.ts', import.meta.url).href)})
    parentPort.postMessage(await pdfText(workerData).catch(({ message }) => message))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: body,
    resourceLimits: { maxOldGenerationSizeMb: 192 },
    execArgv: [],
  })
  const message = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  expect(message).toMatch(/too large to read/)
})
