/** MCP's conformance suite and inspector, installed on demand. */

import { fileURLToPath } from 'node:url'
import { installPackages } from '../packaging/installed-packages.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Null if the tools are installed, or else the reason the registry is unreachable. */
export const installMcpTools = () => installPackages(folder)

export const conformanceSuite = `${folder}node_modules/@modelcontextprotocol/conformance/dist/index.js`
export const inspector = `${folder}node_modules/.bin/mcp-inspector`
