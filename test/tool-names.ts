/** Names of the operations that are MCP tools, in order. */

import { createRegistry } from '../src/operations/registry.ts'

export const toolNames = Object.values(createRegistry(['a-model'])).flatMap(({ isTool, name }) => (isTool ? name : []))
