/** All commands: the operations that have one, and administration. The code of each is loaded when it runs. */

import { createRegistry, type RegisteredOperation, type Registry } from '../../operations/registry.ts'
import type { Command } from './command.ts'
import { mainParameter } from './flags.ts'

/** Commands in the order in which the usage text lists them. */
export function createCommands(): Command[] {
  return [...servers, ...operationCommands(), ...administration]
}

const servers: Command[] = [
  {
    name: 'serve',
    synopsis: '[--port N] [--host ADDRESS] [--no-auth]',
    summary: 'The HTTP service: REST under /v1, MCP at /mcp',
    run: async (context) => (await import('./serve-command.ts')).runServe(context),
  },
  {
    name: 'stdio',
    synopsis: '',
    summary: 'The MCP server on standard input and output',
    run: async (context) => (await import('./stdio-command.ts')).runStdio(context),
  },
]

const administration: Command[] = [
  {
    name: 'keys',
    synopsis: 'create|list|show|revoke|rotate|grant',
    summary: 'API keys and their credits',
    run: async (context) => (await import('./keys-command.ts')).runKeysCommand(context),
  },
  {
    name: 'usage',
    synopsis: '[--key ID] [--from DATE] [--to DATE]',
    summary: 'What each key did, by day and operation',
    run: async (context) => (await import('./usage-command.ts')).runUsageCommand(context),
  },
  {
    name: 'store',
    synopsis: 'backup|restore|downgrade|change-secret',
    summary: 'Backups of keys and credits, and the server secret',
    run: async (context) => (await import('./store-command.ts')).runStoreCommand(context),
  },
  {
    name: 'install-browser',
    synopsis: '',
    summary: 'Get a browser for render_js where there is none',
    run: async (context) => (await import('./install-browser-command.ts')).runInstallBrowserCommand(context),
  },
]

/** Operations whose result is printed in a form of its own. */
const printed: { [Name in keyof Registry]?: Command['run'] } = {
  explain: async (context) => (await import('./explain-command.ts')).runExplain(context),
}

function operationCommands(): Command[] {
  // The ids of models shape no command: they are read with the settings, when one runs.
  const registry = createRegistry(['any'])
  const names = Object.keys(registry) as (keyof Registry)[]
  return names.flatMap((name) => {
    const operation: RegisteredOperation = registry[name]
    const select = (operations: Registry): RegisteredOperation => operations[name]
    const run: Command['run'] = async (context) =>
      (await import('./operation-command.ts')).runOperationCommand(context, select)
    const synopsis = `${mainParameter(operation).toUpperCase()} [flags]`
    const { command, title } = operation
    return command === undefined ? [] : [{ name: command, synopsis, summary: title, run: printed[name] ?? run }]
  })
}
