/** Sends wrong requests, and returns what their users see. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { pdfFile } from '../../documents/pdf/pdf-document.ts'
import { openOrigin } from '../../origin.ts'
import { runMain } from '../../run-main.ts'
import { openTestService, type TestService } from '../../service.ts'
import type { Mistake } from './cases.ts'

export interface HintWorld {
  /** Resolves with the error as the user sees it: the body, the text of the tool result, or standard error. */
  ask(mistake: Mistake): Promise<string>
  /** Replaces the placeholders of the cases. */
  fill(text: string): string
  close(): Promise<void>
}

const shell = readFileSync(new URL('../../fixtures/shells/create-react-app.html', import.meta.url))
const secret = `<${'ab'.repeat(32)}>`
const locked = pdfFile(
  ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'],
  `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${secret} /U ${secret} /P -4 >> /ID [<00> <00>]`,
)

export async function openHintWorld(): Promise<HintWorld> {
  const origin = await openOrigin({
    '/': { body: '<title>Home</title><p>Hello' },
    '/shell': { body: shell },
    '/locked.pdf': { headers: { 'content-type': 'application/pdf' }, body: locked },
    '/search': { status: 429, body: '<form action="CaptchaRedirect"><input name="captcha"></form>' },
  })
  const settings = { GLEANER_GOOGLE_URL: origin.url }
  const service = await openTestService(settings)
  const client = new Client({ name: 'hints', version: '1' })
  const headers = { authorization: `Bearer ${service.key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }))
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-hints-'))
  for (const name of ['a.pdf', 'b.pdf']) writeFileSync(join(folder, name), locked)
  const fill = (written: string) => written.replaceAll('{origin}', origin.url).replaceAll('{folder}', folder)

  return {
    fill,
    async ask(mistake) {
      if (mistake.via === 'REST') return askRest(service, { ...mistake, target: fill(mistake.target) })
      if (mistake.via === 'command line') return (await runMain(mistake.argv.map(fill), settings)).stderr
      const call = { name: mistake.tool, arguments: JSON.parse(fill(JSON.stringify(mistake.args))) }
      const result = (await client.callTool(call)) as { content: { text: string }[] }
      return result.content.map((block) => block.text).join('\n')
    },
    async close() {
      await client.close()
      await Promise.all([service.close(), origin.close()])
      rmSync(folder, { recursive: true })
    },
  }
}

/** `fetch` can't set the Host header, and normalizes URLs. */
async function askRest(
  { url, key }: Pick<TestService, 'url' | 'key'>,
  { target, method, headers = {}, body, isAnonymous }: Extract<Mistake, { via: 'REST' }>,
): Promise<string> {
  const [type, bytes] = bodyOf(body)
  const request = requestHttp(url, {
    path: target,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(isAnonymous ? {} : { authorization: `Bearer ${key}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
      'content-length': bytes.length,
      ...headers,
    },
  })
  return new Promise((resolve, reject) => {
    request.once('error', reject).once('response', (response) => resolve(text(response)))
    request.end(bytes)
  })
}

function bodyOf(body: string | undefined): [type: string | undefined, bytes: Buffer] {
  if (body === 'locked') return ['application/pdf', Buffer.from(locked)]
  if (body !== 'form') return [undefined, Buffer.from(body ?? '')]
  const part = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf'
  return ['multipart/form-data; boundary=x', Buffer.from(`--x\r\n${part}\r\n\r\n%PDF-1.7\r\n--x--\r\n`)]
}
