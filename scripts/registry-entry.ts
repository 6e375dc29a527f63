/** server.json: how the MCP registry tells clients where the program is and what it may be given. */

import { userSettings } from './user-settings.ts'

interface Package {
  name: string
  version: string
  /** The registry looks for its own name of a server here, in the published package, before it believes the publisher. */
  mcpName: string
}

/**
 * An entry of the npm package over stdio. No remotes: who runs the service elsewhere lists it under a name of their own.
 * @see https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
 */
export function createRegistryEntry({ name, version, mcpName }: Package) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Gleaner',
    description: 'Web pages as clean markdown, HTML, metadata, links or e-mails; and the ads of a Google search.',
    version,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'stdio' }],
        environmentVariables: userSettings.map(({ title, choices, ...variable }) => ({
          ...variable,
          isRequired: false,
          format: 'string',
          ...(choices ? { choices } : {}),
        })),
      },
    ],
  }
}
