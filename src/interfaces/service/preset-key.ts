/** Applies the key whose value the owner has set. */

import { readFileSync } from 'node:fs'
import type { Access } from '../../access/access.ts'
import { emit } from '../../base/events.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { keySettings } from '../../config/key-settings.ts'

/** Creates, replaces or revokes the preset key. Returns true if there is one. Throws ConfigError and storage_unavailable. */
export async function applyPresetKey(config: Config, access: Pick<Access, 'preset'>): Promise<boolean> {
  const name = config.GLEANER_PRESET_KEY_FILE === undefined ? 'GLEANER_PRESET_KEY' : 'GLEANER_PRESET_KEY_FILE'
  const value = config.GLEANER_PRESET_KEY ?? readPresetKey(config.GLEANER_PRESET_KEY_FILE)
  const done = await access.preset(value)
  if (done === 'taken') throw new ConfigError(`${name}: is the value of another key`)
  if (done === 'replaced' || done === 'revoked') emit('gleaner:lifecycle', { event: `preset_key_${done}` })
  return value !== undefined
}

function readPresetKey(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return keySettings.GLEANER_PRESET_KEY.parse(readFileSync(file, 'utf8').replace(/\r?\n$/, ''))
  } catch (error) {
    const { issues: [issue] = [], message } = error as Error & { issues?: { message: string }[] }
    throw new ConfigError(`GLEANER_PRESET_KEY_FILE: ${file}: ${issue?.message ?? message}`)
  }
}
