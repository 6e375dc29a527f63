/**
 * Two kinds of test file. `*.test.ts` is what `npm test` runs, a minute in all. `*.slow.test.ts` needs a browser, the package registry or
 * several seconds of a processor: `npm run check` runs it too, and so does a run that names files.
 *
 * The tests run real servers and real threads, so their time limits are generous and only a hang meets them.
 */

import { configDefaults, defineConfig } from 'vitest/config'

const slow = 'test/**/*.slow.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/ensure-build.ts'],
    setupFiles: ['test/seed.ts'],
    reporters: ['default', './test/run-ceiling.ts'],
    pool: 'forks',
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
      {
        extends: true,
        // One process runs many files: sources hold no state but memos, and loading them is half of a small file's time.
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, slow],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'slow', include: [slow] } },
    ],
  },
})
