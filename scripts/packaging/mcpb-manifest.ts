/** Creates the manifest of the MCP bundle, which a desktop client uses to show, configure and start the server. */

import type { Operation } from '../../src/contract/operation.ts'
import { userSettings } from './user-settings.ts'

interface Package {
  name: string
  version: string
  description: string
  license: string
  keywords: string[]
  engines: { node: string }
}

/**
 * Creates a version 0.3 manifest, the newest that isn't experimental (`@anthropic-ai/mcpb` 2.1.2).
 * @see https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
 */
export function createManifest(
  { name, version, description, license, keywords, engines }: Package,
  operations: readonly Operation[],
) {
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Gleaner',
    version,
    description,
    long_description: `${description}\n\nPages that need JavaScript are loaded in the Chrome, Chromium or Edge on this computer, if installed.`,
    author: { name: 'Gleaner contributors' },
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: 'bin/gleaner.mjs',
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/bin/gleaner.mjs`, 'stdio'],
        env: Object.fromEntries(
          userSettings.map((setting) => [setting.name, `\${user_config.${keyOf(setting.name)}}`]),
        ),
      },
    },
    tools: operations.map((operation) => ({ name: operation.name, description: operation.title })),
    // Clients get the prompts from the server, because a prompt's text depends on its arguments.
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
    // Only the parameter `prompt` sends a page to a third party, the model's vendor.
    privacy_policies: ['https://www.anthropic.com/legal/privacy'],
    // If an optional field has no default, clients pass its placeholder. An empty setting counts as unset.
    user_config: Object.fromEntries(
      userSettings.map((setting) => [
        keyOf(setting.name),
        {
          type: 'string',
          title: setting.title,
          description: setting.choices ? `${setting.description} (${setting.choices.join(', ')})` : setting.description,
          required: false,
          default: '',
          ...(setting.isSecret ? { sensitive: true } : {}),
        },
      ]),
    ),
  }
}

/** `GLEANER_PROXY_URL` → `proxy_url`. */
function keyOf(name: string): string {
  return name.replace(/^GLEANER_/, '').toLowerCase()
}
