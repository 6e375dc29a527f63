/** All commands, for operations and administration. The code for each command is loaded when the command runs. */

import { readSoundConfig } from '../../config/sound-config.ts'
import { allowedModels } from '../../model/model/model-choice.ts'
import { createRegistry, type RegisteredOperation, type Registry } from '../../operations/registry.ts'
import type { Command } from './command.ts'
import { mainParameter } from './help/parameters.ts'

/** Returns the commands in the order of the usage text. */
export function createCommands(): Command[] {
  return [...servers, ...operationCommands(), ...administration].map(withHelp)
}

const servers: Command[] = [
  {
    name: 'serve',
    synopsis: '[--port N] [--host ADDRESS] [--no-auth]',
    summary: 'Run the HTTP service: REST under /v1, MCP at /mcp',
    isQuiet: true,
    manual: async () => (await import('./serve-command.ts')).serveManual,
    run: async (context) => (await import('./serve-command.ts')).runServe(context),
  },
  {
    name: 'worker',
    synopsis: '[--concurrency N] [--port N]',
    summary: 'Render pages for services that use the same Redis',
    isQuiet: true,
    manual: async () => (await import('./worker-command.ts')).workerManual,
    run: async (context) => (await import('./worker-command.ts')).runWorker(context),
  },
  {
    name: 'stdio',
    synopsis: '',
    summary: 'Run the MCP server over standard input and output',
    isQuiet: true,
    manual: async () => (await import('./stdio-command.ts')).stdioManual,
    run: async (context) => (await import('./stdio-command.ts')).runStdio(context),
  },
]

const administration: Command[] = [
  {
    name: 'keys',
    synopsis: 'create|list|show|revoke|rotate|grant',
    summary: 'Manage API keys and their credits',
    manual: async () => (await import('./keys-command.ts')).keysManual,
    run: async (context) => (await import('./keys-command.ts')).runKeys(context),
  },
  {
    name: 'usage',
    synopsis: '[--key ID] [--from DATE] [--to DATE]',
    summary: 'Show the usage of each key, by day and operation',
    manual: async () => (await import('./usage-command.ts')).usageManual,
    run: async (context) => (await import('./usage-command.ts')).runUsage(context),
  },
  {
    name: 'store',
    synopsis: 'backup|restore|change-secret',
    summary: 'Back up keys and credits, or change the server secret',
    manual: async () => (await import('./store-command.ts')).storeManual,
    run: async (context) => (await import('./store-command.ts')).runStoreCommand(context),
  },
  {
    name: 'install-browser',
    synopsis: '',
    summary: 'Install a browser for render_js',
    isQuiet: true,
    manual: async () => (await import('./install-browser-command.ts')).installBrowserManual,
    run: async (context) => (await import('./install-browser-command.ts')).runInstallBrowserCommand(context),
  },
  {
    name: 'doctor',
    synopsis: '[--json]',
    summary: 'Check your setup',
    manual: async () => (await import('./doctor-command.ts')).doctorManual,
    run: async (context) => (await import('./doctor-command.ts')).runDoctor(context),
  },
  {
    name: 'help',
    synopsis: '[COMMAND]',
    summary: 'List the commands, or show help for one of them',
    manual: async () => (await import('./help-command.ts')).helpManual,
    run: async (context) => (await import('./help-command.ts')).runHelp(context, createCommands()),
  },
]

function withHelp(command: Command): Command {
  return {
    ...command,
    async run(context) {
      const flagsEnd = [...context.argv, '--'].indexOf('--')
      const asksForHelp = context.argv.slice(0, flagsEnd).some((word) => word === '--help' || word === '-h')
      if (!asksForHelp) return command.run(context)
      return (await import('./help-command.ts')).printManual(context, command)
    },
  }
}

/** Operations whose command does more than take parameters and print the result. */
const ownCommands: { [Name in keyof Registry]?: Command['run'] } = {
  scrape: async (context) => (await import('./scrape-command.ts')).runScrape(context),
  explain: async (context) => (await import('./explain-command.ts')).runExplain(context),
}

function operationCommands(): Command[] {
  // Commands don't depend on the model ids, which are read with the settings when a command runs.
  const registry = createRegistry(['any'], true)
  const names = Object.keys(registry) as (keyof Registry)[]
  return names.flatMap((name) => {
    const operation: RegisteredOperation = registry[name]
    const select = (operations: Registry): RegisteredOperation => operations[name]
    const run: Command['run'] = async (context) =>
      (await import('./operation-command.ts')).runOperationCommand(context, select)
    const synopsis = `${mainParameter(operation).toUpperCase()} [flags]`
    const { command, title } = operation
    if (command === undefined) return []
    const manual: Command['manual'] = async () => {
      const { operationManual } = await import('./help/operation-manual.ts')
      return operationManual(select(createRegistry(allowedModels(readSoundConfig().config), true)))
    }
    return [{ name: command, synopsis, summary: title, manual, run: ownCommands[name] ?? run }]
  })
}
