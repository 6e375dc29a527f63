/** Settings that a client may ask its user for when it installs Gleaner. */

import { settings } from '../../src/config/config.ts'

interface UserSetting {
  /** The environment variable. */
  name: string
  /** Label of the field in a form. */
  title: string
  description: string
  isSecret: boolean
  /** Values to choose from. */
  choices?: readonly string[]
}

type Name = keyof typeof settings

const secret = { isSecret: true }
const open = { isSecret: false }

/** All are optional. Without them, everything works except `prompt`. */
export const userSettings: readonly UserSetting[] = [
  {
    ...secret,
    name: 'ANTHROPIC_API_KEY',
    title: 'Anthropic API key',
    description:
      'For the parameter prompt, which a language model answers from the page. Everything else works without it.',
  },
  // The URL of a gateway may contain a key.
  { ...secret, ...setting('OPENAI_API_KEY', 'OpenAI API key') },
  { ...secret, ...setting('OPENAI_BASE_URL', 'URL of an OpenAI-compatible service') },
  { ...open, ...setting('GLEANER_MODEL', 'Language model') },
  // A proxy's URL may contain its password.
  { ...secret, ...setting('GLEANER_PROXY_URL', 'Outgoing proxy') },
  {
    ...open,
    ...setting('GLEANER_ADS_PROVIDER', 'Search-result service'),
    choices: ['serpapi', 'oxylabs', 'dataforseo'],
  },
  { ...secret, ...setting('GLEANER_ADS_PROVIDER_KEY', 'Key of the search-result service') },
  { ...open, ...setting('GLEANER_BROWSER_PATH', 'Browser') },
  { ...open, ...setting('GLEANER_USER_AGENT', 'User agent') },
  { ...open, ...setting('GLEANER_ROBOTS', 'robots.txt'), choices: ['ignore', 'respect'] },
]

/** Returns the setting's description, without Markdown. */
function setting(name: Name, title: string): Pick<UserSetting, 'name' | 'title' | 'description'> {
  return { name, title, description: (settings[name].description ?? '').replaceAll('`', '') }
}
