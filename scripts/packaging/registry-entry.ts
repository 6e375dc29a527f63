/** Creates server.json, the entry in the MCP registry with the program's package and settings. */

import { userSettings } from './user-settings.ts'

interface Package {
  name: string
  version: string
  /** The name in the registry. The registry compares it with this field of the published package. */
  mcpName: string
}

/**
 * Describes the npm package, which runs over stdio. Lists no remote servers, because none is public.
 * @see https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
 */
export function createRegistryEntry({ name, version, mcpName }: Package) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Gleaner',
    description: 'Web pages as clean markdown, HTML, metadata, links or e-mails, and the ads for a Google search.',
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
