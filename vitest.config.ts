/**
 * Two kinds of test file. `*.test.ts` is what `npm test` runs, a minute in all. `*.slow.test.ts` needs a browser, the package registry or
 * several seconds of a processor: `npm run check` runs it too, and so does a run that names files.
 *
 * The tests run real servers and real threads, so their time limits are generous and only a hang meets them.
 */

import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const slow = 'test/**/*.slow.test.ts'

// Each process of the tests and each program that they start would compile the same sources: a third of a second every time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** The slow files first, so that at the end of a whole run no long file keeps one processor alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ project }: TestSpecification) => project.name === 'slow'
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/ensure-build.ts'],
    setupFiles: ['test/seed.ts'],
    reporters: ['default', './test/run-ceiling.ts'],
    pool: 'forks',
    // One process runs many files: sources hold no state but memos, and loading them is half of a small file's time.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // One more than two processors, as many tests wait for a browser, a process or a time limit.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Node runs the sources as they are: nothing needs Vite's transforms.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What worker threads and started programs run is not counted.
    coverage: { include: ['src/**/*.ts'], reporter: [['text', { skipFull: true }], 'json'] },
    projects: [
      { extends: true, test: { name: 'slow', include: [slow] } },
      {
        extends: true,
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, slow] },
      },
    ],
  },
})
