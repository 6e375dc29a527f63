/** Names of the operations that are tools over MCP, in their order. */

import { createRegistry } from '../src/operations/registry.ts'

export const toolNames = Object.values(createRegistry(['a-model'])).flatMap(({ isTool, name }) => (isTool ? name : []))
