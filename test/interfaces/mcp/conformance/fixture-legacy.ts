/** The fixture server for the legacy era, with the features that only this era has: logging, sampling, elicitation, subscriptions. */

import { setTimeout } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { McpError, type ServerNotification, type ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { isLogged, logLevels } from '../../../../src/interfaces/mcp/features/mcp-request.ts'
import type { McpServers } from '../../../../src/interfaces/mcp/http.ts'
import * as fixture from './fixture.ts'

type Json = Record<string, unknown>
type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Tools that send a request to the client. */
const requestingTools: Record<
  string,
  { description: string; inputSchema: Json; request(args: Json): Json; label: string }
> = {
  test_sampling: {
    description: 'Requests a completion of the client',
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    request: ({ prompt }) => ({
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: fixture.text(String(prompt)) }], maxTokens: 100 },
    }),
    label: 'LLM response',
  },
  test_elicitation: {
    description: 'Requests input of the user',
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    request: ({ message }) => elicit(String(message), { username: { type: 'string' }, email: { type: 'string' } }),
    label: 'User response',
  },
  test_elicitation_sep1034_defaults: {
    description: 'Requests input of the user, with defaults',
    inputSchema: { type: 'object', properties: {} },
    request: () =>
      elicit('Please review', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
    label: 'Elicitation completed',
  },
  test_elicitation_sep1330_enums: {
    description: 'Requests input of the user, with choices',
    inputSchema: { type: 'object', properties: {} },
    request: () => {
      const titled = ['value1', 'value2', 'value3'].map((value, i) => ({ const: value, title: `Option ${i + 1}` }))
      const untitled = ['option1', 'option2', 'option3']
      return elicit('Please choose', {
        untitledSingle: { type: 'string', enum: untitled },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: untitled } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      })
    },
    label: 'Elicitation completed',
  },
}

function elicit(message: string, properties: Json): Json {
  return {
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } },
  }
}

/** Name of the tool that sends log messages. */
const logging = 'test_tool_with_logging'

/** Connects a fixture server to one of the service's transports. */
export const connectFixture: McpServers['legacy'] = async (context, transport) => {
  const server = new Server(
    { name: 'fixture', version: '1' },
    { capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} } },
  )
  const handle = (method: string, respond: (params: Json, extra: Extra) => Promise<Json> | Json) =>
    server.setRequestHandler(
      z.object({ method: z.literal(method), params: z.record(z.string(), z.unknown()).default({}) }),
      ({ params }, extra) => respond(params, extra) as never,
    )
  const notify = (extra: Extra) => (method: string, params: Json) => extra.sendNotification({ method, params } as never)

  handle('tools/list', () => ({
    tools: [
      ...fixture.listTools(fixture.tools),
      { name: logging, description: 'Logs what it does', inputSchema: { type: 'object', properties: {} } },
      ...Object.entries(requestingTools).map(([name, { description, inputSchema }]) => ({
        name,
        description,
        inputSchema,
      })),
    ],
  }))
  handle('tools/call', async ({ name, arguments: args = {}, _meta = {} }, extra) => {
    const tool = fixture.tools[String(name)]
    const { progressToken } = _meta as { progressToken?: string }
    if (tool) return tool.call(args as Json, { progressToken, notify: notify(extra) })
    if (name === logging) {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        const isSent = isLogged('info', context.logging)
        if (isSent) await notify(extra)('notifications/message', { level: 'info', logger: 'fixture', data })
        await setTimeout(20)
      }
      return { content: [fixture.text('Logged')] }
    }
    const requesting = requestingTools[String(name)]
    if (!requesting) throw new McpError(-32602, `Unknown tool: ${String(name)}`)
    const response = await extra.sendRequest(
      requesting.request(args as Json) as never,
      z.record(z.string(), z.unknown()),
    )
    return { content: [fixture.text(`${requesting.label}: ${JSON.stringify(response)}`)] }
  })
  handle('resources/list', () => ({ resources: fixture.resources }))
  handle('resources/templates/list', () => ({ resourceTemplates: fixture.resourceTemplates }))
  handle('resources/read', ({ uri }) => {
    const found = fixture.readResource(String(uri))
    if (!found) throw new McpError(-32002, 'Resource not found', { uri })
    return found
  })
  handle('resources/subscribe', () => ({}))
  handle('resources/unsubscribe', () => ({}))
  handle('prompts/list', () => ({ prompts: fixture.listPrompts(fixture.prompts) }))
  handle('prompts/get', ({ name, arguments: args = {} }) => {
    const prompt = fixture.prompts[String(name)]
    if (!prompt) throw new McpError(-32602, `Unknown prompt: ${String(name)}`)
    return prompt.get(args as Record<string, string>)
  })
  handle('completion/complete', () => fixture.completion)
  handle('logging/setLevel', async ({ level }) => {
    await context.logging.change(z.enum(logLevels).parse(level))
    return {}
  })

  await server.connect(transport)
}
