import { describe, expect, it } from 'vitest'
import { readConfig, settings, unknownSettings } from '../../src/config/config.ts'
import { removedSettings } from '../../src/config/removed-settings.ts'
import { settingsCheck } from '../../src/interfaces/cli/doctor/settings-checks.ts'
import { read } from '../docs/document.ts'
import { findingsOf } from '../interfaces/cli/doctor/findings.ts'
import { runProgram } from '../program.ts'

const queueProblem = 'GLEANER_QUEUE was removed: workers only render pages. See docs/upgrade.md'

describe('a removed setting', () => {
  it.each(Object.keys(removedSettings))(
    '%s prevents startup, is no longer a setting, and is in docs/upgrade.md',
    (name) => {
      expect(() => readConfig({}, { [name]: 'any' })).toThrow(
        new RegExp(`^${name} was removed: .+\\. See docs/upgrade\\.md$`),
      )
      expect(name in settings).toBe(false)
      expect(read('docs/upgrade.md')).toContain(`\`${name}\``)
    },
  )

  it('is reported together with invalid ones', () => {
    const env = { GLEANER_QUEUE: 'all', GLEANER_PORT: 'x' }
    expect(() => readConfig({}, env)).toThrow(`${queueProblem}\nGLEANER_PORT: must be a whole number`)
  })

  it('counts as unset if it is empty', () => {
    expect(() => readConfig({}, { GLEANER_QUEUE: '' })).not.toThrow()
  })

  it.each([['serve'], ['stdio'], ['worker'], ['scrape', 'http://127.0.0.1:1/'], ['keys', 'list']])(
    'stops gleaner %s with exit code 2',
    async (...argv) => {
      const { code, stdout, stderr } = await runProgram(argv, { GLEANER_QUEUE: 'renders' })
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: `gleaner: invalid setting\n${queueProblem}\n`,
      })
    },
  )

  it('is reported by gleaner doctor, which still checks the other settings', async () => {
    const env = { GLEANER_QUEUE: 'all', GLEANER_PORT: 'x' }
    const findings = await findingsOf(settingsCheck, env)
    expect(findings.map(({ finding, remedy }) => [finding, remedy])).toEqual([
      [queueProblem, 'unset GLEANER_QUEUE'],
      [expect.stringContaining('GLEANER_PORT'), expect.any(String)],
    ])
    expect(unknownSettings(env)).toEqual([])
  })
})
