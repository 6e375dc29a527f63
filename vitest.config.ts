/**
 * Four tiers of test files, by suffix. The tests run real servers and real threads, so their time limits are long enough that only a hang
 * reaches them.
 */

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { drawFiles, filesOf, tiers } from './test/runner/tiers.ts'

// Otherwise, each test process and each program that it starts would spend a third of a second compiling the same sources.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** Runs the quick files last, so that no long file is left running alone at the end of a full run. */
class QuickLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isQuick = ({ project }: TestSpecification) => project.name === 'quick'
    return [...sorted.filter((file) => !isQuick(file)), ...sorted.filter(isQuick)]
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/ensure-build.ts'],
    setupFiles: ['test/runner/seed.ts'],
    reporters: ['default', './test/runner/run-ceiling.ts'],
    pool: 'forks',
    // One process runs many files, because sources hold no state except memos, and loading them takes half of a small file's time.
    isolate: false,
    sequence: { sequencer: QuickLast },
    // One more than the two processors, because many tests wait for a browser, a process or a time limit.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Node runs the sources unchanged, without Vite's transforms.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Code that runs in worker threads and child processes is not counted.
    coverage: { include: ['src/**/*.ts'], reporter: [['text', { skipFull: true }], 'json'] },
    projects: tiers.map((name) => ({ extends: true, test: { name, ...filesOf(name), ...sampleOf(name) } })),
  },
})

/** If `SAMPLE` is set, a few random nightly files run, and only one test from each of them. */
function sampleOf(name: (typeof tiers)[number]): { include?: string[]; runner?: string } {
  const seed = process.env.SAMPLE
  if (name !== 'nightly' || !seed) return {}
  return { include: drawFiles(seed), runner: './test/runner/sample-runner.ts' }
}
