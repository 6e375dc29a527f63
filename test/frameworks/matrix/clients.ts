/** The clients of the matrix: the driver of each, the API through which it reaches its model, and what it can't do with any server. */

export interface MatrixClient {
  name: string
  /** File in clients/. */
  driver: string
  /** The model's API. */
  model?: 'messages' | 'chat' | 'responses'
  /** The revision of the protocol, for a client without a model. */
  revision?: string
  /** Results that the client writes as JSON in a string, of any server and in any form. */
  writesJson?: 'all' | 'several blocks'
  /** Transports over which a cancelled call goes on, because the client doesn't tell the server. */
  keepsCalls?: readonly ('stdio' | 'HTTP')[]
  /** Type of the block in which the model is sent an image. Absent if the client drops images, or writes them as text. */
  imageBlock?: string
  /** True if the client is a separate program, with its own packages. */
  isProgram?: true
}

export const clients: readonly MatrixClient[] = [
  { name: 'MCP SDK v1', driver: 'sdk-v1', revision: '2025-11-25' },
  { name: 'MCP client v2, 2025', driver: 'sdk-v2', revision: '2025-11-25' },
  { name: 'MCP client v2, 2026', driver: 'sdk-v2', revision: '2026-07-28' },
  { name: 'Claude Code', driver: 'claude-code', model: 'messages', imageBlock: 'image', isProgram: true },
  { name: 'Anthropic SDK', driver: 'anthropic', model: 'messages', imageBlock: 'image', keepsCalls: ['stdio', 'HTTP'] },
  { name: 'LangChain, Anthropic', driver: 'langchain', model: 'messages', imageBlock: 'image' },
  { name: 'LangChain, OpenAI chat', driver: 'langchain', model: 'chat', imageBlock: 'image_url' },
  {
    name: 'LangChain, OpenAI responses',
    driver: 'langchain',
    model: 'responses',
    imageBlock: 'input_image',
    writesJson: 'several blocks',
  },
  { name: 'OpenAI Agents, chat', driver: 'openai-agents', model: 'chat' },
  { name: 'OpenAI Agents, responses', driver: 'openai-agents', model: 'responses', imageBlock: 'input_image' },
  { name: 'AI SDK, Anthropic', driver: 'ai-sdk', model: 'messages', imageBlock: 'image', keepsCalls: ['stdio'] },
  {
    name: 'AI SDK, OpenAI responses',
    driver: 'ai-sdk',
    model: 'responses',
    imageBlock: 'input_image',
    keepsCalls: ['stdio'],
  },
  { name: 'AI SDK, OpenAI chat', driver: 'ai-sdk', model: 'chat', writesJson: 'all', keepsCalls: ['stdio'] },
  { name: 'Mastra', driver: 'mastra', model: 'responses' },
  { name: 'mcp-use', driver: 'mcp-use', model: 'chat', writesJson: 'all' },
]
