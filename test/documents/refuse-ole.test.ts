import { expect, it } from 'vitest'
import { formatPage } from '../../src/format/formats.ts'
import { oleType } from '../../src/page/document-types.ts'
import { htmlPage } from '../format/page.ts'

const ask = (text: string) => {
  const body = new Uint8Array(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]))
  const page = htmlPage('', { mediaType: oleType, body })
  return formatPage(page, { output: 'markdown', cssSelector: null, mainContent: false })
}

it('refuses binary Office documents, and reports which of them need a password', async () => {
  await expect(ask('WordDocument')).rejects.toMatchObject({
    type: 'unsupported_content_type',
    message: expect.stringMatching(/Office 97–2003.*soffice --convert-to docx/),
  })
  await expect(ask('EncryptedPackage')).rejects.toMatchObject({
    type: 'invalid_response',
    message: expect.stringContaining('password'),
  })
})
