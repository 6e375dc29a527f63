import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const bench = fileURLToPath(new URL('../../bench/stages.ts', import.meta.url))

describe('the budget of each stage', () => {
  it('is exceeded by no more than 15 %', () => {
    const { status, stdout } = spawnSync(process.execPath, [bench], { encoding: 'utf8' })
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(6)
    expect(status, stdout).toBe(0)
  }, 120_000)
})
