// @mastra/mcp: its own provider, which receives the code itself, and is known by its metadata document only.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { MCPClient, MCPOAuthClientProvider } from '@mastra/mcp'

export async function open({ url, folder, redirectUrl, clientMetadataUrl, show }) {
  const fileOf = (name) => `${folder}/${encodeURIComponent(name)}`
  const authProvider = new MCPOAuthClientProvider({
    redirectUrl,
    clientMetadataUrl,
    clientMetadata: { client_name: 'Published', redirect_uris: [redirectUrl] },
    storage: {
      set: (name, value) => writeFileSync(fileOf(name), value),
      get: (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : undefined),
      delete: (name) => rmSync(fileOf(name), { force: true }),
    },
    onRedirectToAuthorization: show,
  })
  const client = new MCPClient({ servers: { gleaner: { url: new URL(url), authProvider } } })
  await client.authenticate('gleaner')
  const { gleaner_scrape } = await client.listTools()
  return {
    scrape: async (page) => (await gleaner_scrape.execute({ url: page }, {})).content,
    close: () => client.disconnect(),
  }
}
