/** The fixture server for revision 2026-07-28, with the features that only this revision has: required inputs and change streams. */

import {
  createRequestStateCodec,
  InMemoryServerEventBus,
  type InputRequest,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { McpServers } from '../../../../src/interfaces/mcp/http.ts'
import * as fixture from './fixture.ts'

type Json = Record<string, unknown>
type Respond = (context: ServerContext) => Promise<object> | object

const bus = new InMemoryServerEventBus()
const state = createRequestStateCodec<{ round: number }>({ key: 'a key of thirty-two characters or more' })

const elicit = (message: string, property: string, isBoolean = false): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [property]: isBoolean ? { type: 'boolean' } : { type: 'string' } },
      required: [property],
    },
  })
const sample = (words: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  })

const textResult = (words: string) => ({ content: [{ type: 'text', text: words }] })

/** A tool that requires inputs before it returns a result. With `signed`, the request state is signed. */
function requires(inputs: Record<string, InputRequest>, done: string, signed = false): Respond {
  return async ({ mcpReq }) => {
    const isGiven = Object.keys(inputs).every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing')
    if (isGiven && (!signed || mcpReq.requestState() !== undefined)) return textResult(done)
    const sealed = signed ? { requestState: await state.mint({ round: 1 }) } : {}
    return inputRequired({ inputRequests: inputs, ...sealed })
  }
}

const steps = [elicit('Step 1: What is your name?', 'name'), elicit('Step 2: What is your favorite color?', 'color')]

const tools: Record<string, Respond> = {
  test_input_required_result_elicitation: requires({ user_name: elicit('What is your name?', 'name') }, 'Hello!'),
  test_input_required_result_sampling: requires(
    { capital_question: sample('What is the capital of France?', 100) },
    'Thank you',
  ),
  test_input_required_result_list_roots: requires({ client_roots: inputRequired.listRoots() }, 'Thank you'),
  test_input_required_result_request_state: requires(
    { confirm: elicit('Please confirm', 'ok', true) },
    'state-ok',
    true,
  ),
  test_input_required_result_tampered_state: requires(
    { confirm: elicit('Please confirm', 'ok', true) },
    'state-ok',
    true,
  ),
  test_input_required_result_multiple_inputs: requires(
    {
      user_name: elicit('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    'Thank you',
    true,
  ),
  async test_input_required_result_multi_round({ mcpReq }) {
    const round = mcpReq.requestState<{ round: number }>()?.round ?? 0
    const step = steps[round]
    if (!step) return textResult('Thank you')
    return inputRequired({
      inputRequests: { [`step${round + 1}`]: step },
      requestState: await state.mint({ round: round + 1 }),
    })
  },
  test_input_required_result_capabilities({ mcpReq }) {
    const { elicitation, sampling } = capabilitiesOf(mcpReq)
    return inputRequired({
      inputRequests: {
        ...(elicitation ? { name: elicit('What is your name?', 'name') } : {}),
        ...(sampling ? { greeting: sample('Generate a greeting', 50) } : {}),
      },
    })
  },
  test_missing_capability({ mcpReq }) {
    if (capabilitiesOf(mcpReq).sampling) return textResult('There it is')
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: requires({ user_name: elicit('What is your name?', 'name') }, 'Hello!'),
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'Only for clients that ask')
    return textResult('Logged')
  },
  test_trigger_tool_change() {
    bus.publish({ kind: 'tools_list_changed' })
    return textResult('Changed')
  },
  test_trigger_prompt_change() {
    bus.publish({ kind: 'prompts_list_changed' })
    return textResult('Changed')
  },
}

function capabilitiesOf({ envelope }: ServerContext['mcpReq']): Json {
  return ((envelope as Json | undefined)?.['io.modelcontextprotocol/clientCapabilities'] ?? {}) as Json
}

const prompt = 'test_input_required_result_prompt'
const requiresContext = requires(
  { user_context: elicit('What context should the prompt use?', 'context') },
  'Thank you',
)

function createFixture(): Server {
  const server = new Server(
    { name: 'fixture', version: '1' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: {},
        completions: {},
        logging: {},
      },
      requestState: { verify: state.verify },
    },
  )
  const handle = (method: string, respond: (params: Json, context: ServerContext) => Promise<object> | object) =>
    server.setRequestHandler(
      method as 'tools/list',
      (({ params = {} }: { params?: Json }, context: ServerContext) => respond(params, context)) as never,
    )

  handle('tools/list', () => ({
    tools: [
      ...fixture.listTools(fixture.tools),
      ...Object.keys(tools).map((name) => ({
        name,
        description: name,
        inputSchema: { type: 'object', properties: {} },
      })),
    ],
  }))
  handle('tools/call', ({ name, arguments: args = {} }, context) => {
    const common = fixture.tools[String(name)]
    const { mcpReq } = context
    const notify = (method: string, params: Json) => mcpReq.notify({ method, params })
    if (common) return common.call(args as Json, { progressToken: mcpReq._meta?.progressToken, notify })
    const tool = tools[String(name)]
    if (!tool) throw new ProtocolError(-32602, `Unknown tool: ${String(name)}`)
    return tool(context)
  })
  handle('resources/list', () => ({ resources: fixture.resources }))
  handle('resources/templates/list', () => ({ resourceTemplates: fixture.resourceTemplates }))
  handle('resources/read', ({ uri }) => {
    const found = fixture.readResource(String(uri))
    if (!found) throw new ResourceNotFoundError(String(uri))
    return found
  })
  handle('prompts/list', () => ({
    prompts: [...fixture.listPrompts(fixture.prompts), { name: prompt, description: 'Requires its context' }],
  }))
  handle('prompts/get', async ({ name, arguments: args = {} }, context) => {
    const common = fixture.prompts[String(name)]
    if (common) return common.get(args as Record<string, string>)
    if (name !== prompt) throw new ProtocolError(-32602, `Unknown prompt: ${String(name)}`)
    const answered = await requiresContext(context)
    if (!('content' in answered)) return answered
    return { messages: [{ role: 'user', content: fixture.text('With context') }] }
  })
  handle('completion/complete', () => fixture.completion)
  return server
}

/** A call is refused with 400 if its client lacks a capability, so calls don't stream immediately. */
export const modernFixture: McpServers['modern'] = { create: createFixture, bus, callMode: 'auto' }
