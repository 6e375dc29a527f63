import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { read } from '../docs/document.ts'
import { openTestService } from '../service.ts'

interface ComposeFile {
  services: Record<string, { environment?: Record<string, string>; volumes?: string[]; mem_limit?: string }>
  volumes: Record<string, unknown>
}

const key = 'a-preset-key-of-these-tests'
const fill = (text: string) => text.replace(/\$\{GLEANER_PRESET_KEY(?::\?[^}]*)?\}/g, key)
const composeOf = (app: string) => parse(fill(read(`deploy/compose.${app}.yaml`))) as ComposeFile

/** Lists the tools at a URL of the compose files, on a service with the settings of their container. */
async function toolsAt(url: string, headers: Record<string, string>, settings: Record<string, string> = {}) {
  const service = await openTestService({ GLEANER_HOST: '0.0.0.0', ...settings })
  onTestFinished(() => service.close())
  const { host, pathname } = new URL(url)
  const client = new Client({ name: 'app', version: '1' })
  const { port } = new URL(service.url)
  const { request } = await import('node:http')
  /** Sends a request to this machine with the host name of the container. fetch() doesn't allow another Host header. */
  const fetchThere = (_: string | URL, init?: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const sent = { ...Object.fromEntries(new Headers(init?.headers)), host }
      const made = request({ port, path: pathname, method: init?.method ?? 'GET', headers: sent }, async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        const { statusCode: status = 0 } = answer
        resolve(
          new Response(status === 202 ? null : body, { status, headers: answer.headers as Record<string, string> }),
        )
      })
      made.on('error', reject).end(init?.body)
    })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: fetchThere, requestInit: { headers } }))
  onTestFinished(() => client.close())
  return (await client.listTools()).tools.map(({ name }) => name)
}

describe('the compose files with chat applications', () => {
  it.each(['open-webui', 'librechat', 'n8n'])('%s declares its volumes and limits its memory', (app) => {
    const { services, volumes } = composeOf(app)
    const named = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.filter((one) => !one.startsWith('.')),
    )
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named.map((mount) => mount.split(':')[0])))
    for (const [name, { mem_limit }] of Object.entries(services)) {
      if (name !== 'gleaner') expect(mem_limit).toMatch(/^\d+g$/)
    }
  })

  it('Open WebUI reaches the tools with the key of the compose file', async () => {
    const { services } = composeOf('open-webui')
    const [server] = JSON.parse(services['open-webui']?.environment?.TOOL_SERVER_CONNECTIONS ?? '')
    expect(server).toMatchObject({ type: 'mcp', auth_type: 'bearer', config: { enable: true } })
    const tools = await toolsAt(server.url, { authorization: `Bearer ${server.key}` }, services.gleaner?.environment)
    expect(tools).toContain('scrape')
  })

  it('Open WebUI loads pages and documents with the URLs and key of the compose file', async () => {
    const { services } = composeOf('open-webui')
    const env = services['open-webui']?.environment ?? {}
    const service = await openTestService(services.gleaner?.environment)
    onTestFinished(() => service.close())
    const there = (url = '') => service.url + new URL(url).pathname
    const pages = await fetch(there(env.EXTERNAL_WEB_LOADER_URL), {
      method: 'POST',
      headers: { authorization: `Bearer ${env.EXTERNAL_WEB_LOADER_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ urls: Array.from({ length: 21 }, () => 'http://127.0.0.1:9/') }),
    })
    expect(pages.status).toBe(422)
    const document = await fetch(`${there(env.EXTERNAL_DOCUMENT_LOADER_URL)}/process`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${env.EXTERNAL_DOCUMENT_LOADER_API_KEY}`, 'content-type': 'text/html' },
      body: '<title>T</title><p>Hello <b>there</b></p>',
    })
    expect(await document.json()).toMatchObject({ page_content: expect.stringContaining('Hello **there**') })
  })

  it('LibreChat reaches the tools with its configuration', async () => {
    const { services } = composeOf('librechat')
    const { mcpServers, mcpSettings } = parse(fill(read('deploy/librechat.yaml')))
    expect(mcpSettings.allowedDomains).toContain(new URL(mcpServers.gleaner.url).hostname)
    const { url, headers } = mcpServers.gleaner
    expect(await toolsAt(url, headers, services.gleaner?.environment)).toContain('scrape')
  })

  it('n8n reaches the tools with the URL and key that its compose file names', async () => {
    const [url = ''] = /http:\/\/\S+\/mcp/.exec(read('deploy/compose.n8n.yaml')) ?? []
    const { services } = composeOf('n8n')
    const headers = { authorization: `Bearer ${services.gleaner?.environment?.GLEANER_PRESET_KEY}` }
    expect(await toolsAt(url, headers, services.gleaner?.environment)).toContain('scrape')
  })
})
