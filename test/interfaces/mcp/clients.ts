/** Real MCP clients from both SDKs behind one interface. */

import * as v2 from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { onTestFinished } from 'vitest'

export interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(
    name: string,
    args: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (update: { progress: number; message?: string }) => void },
  ): Promise<AnyResult>
  listResources(): Promise<{ resources: { uri: string; name: string; description?: string; mimeType?: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(uri: string): Promise<{ contents: { uri: string; mimeType?: string; text?: string }[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(name: string, args: Record<string, string>): Promise<{ messages: { content: unknown }[] }>
  /** Errors that the client reports outside of calls. Must stay empty. */
  errors: Error[]
  instructions(): string | undefined
  serverName(): string | undefined
  close(): Promise<void>
}

interface AnyResult {
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** The server: a URL with a key, or a program. */
export type Target = { url: string; key?: string } | { command: string; args: string[]; env?: Record<string, string> }

const info = { name: 'test', version: '1' }

type OnEnd = (close: () => Promise<void>) => void

async function connectV1(target: Target, onEnd: OnEnd = onTestFinished): Promise<AnyClient> {
  const client = new ClientV1(info)
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  await client.connect('url' in target ? new HttpV1(new URL(target.url), headersOf(target)) : new StdioV1(target))
  onEnd(() => client.close())
  return {
    listTools: () => client.listTools(),
    callTool: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as unknown as AnyResult,
    ...commonMethodsOf(client as unknown as CommonMethods),
    errors,
    instructions: () => client.getInstructions(),
    serverName: () => client.getServerVersion()?.name,
    close: () => client.close(),
  }
}

/** The methods that have the same names in both clients. Their result types differ, hence the casts through unknown. */
interface CommonMethods extends Pick<AnyClient, 'listResources' | 'listResourceTemplates' | 'listPrompts'> {
  readResource(params: { uri: string }): ReturnType<AnyClient['readResource']>
  getPrompt(params: object): ReturnType<AnyClient['getPrompt']>
}

function commonMethodsOf(client: CommonMethods) {
  return {
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (uri: string) => client.readResource({ uri }),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name: string, args: Record<string, string>) => client.getPrompt({ name, arguments: args }),
  }
}

function connectV2(mode?: v2.VersionNegotiationMode): typeof connectV1 {
  return async (target, onEnd = onTestFinished) => {
    const client = new v2.Client(info, mode === undefined ? {} : { versionNegotiation: { mode } })
    const errors: Error[] = []
    client.onerror = (error) => errors.push(error)
    const transport =
      'url' in target
        ? new v2.StreamableHTTPClientTransport(new URL(target.url), headersOf(target))
        : new StdioV2(target)
    await client.connect(transport)
    onEnd(() => client.close())
    return {
      listTools: () => client.listTools(),
      callTool: async (name, args, options) =>
        (await client.callTool({ name, arguments: args }, options)) as unknown as AnyResult,
      ...commonMethodsOf(client as unknown as CommonMethods),
      errors,
      instructions: () => client.getInstructions(),
      serverName: () => client.getServerVersion()?.name,
      close: () => client.close(),
    }
  }
}

function headersOf({ key }: { key?: string }) {
  return { requestInit: { headers: { authorization: `Bearer ${key ?? 'key-a'}` } } }
}

/** Every client and negotiation mode. Each function connects a client that closes with the test or through `onEnd`. */
export const clients: Record<string, typeof connectV1> = {
  'the v1 client': connectV1,
  'the v2 client by default': connectV2(),
  'the v2 client on auto': connectV2('auto'),
  'the v2 client pinned to 2026-07-28': connectV2({ pin: '2026-07-28' }),
}
