/**
 * Gives property tests the same cases in every run, so a failure comes from the change. `SEED=random npm test` looks for new cases.
 */

import fc from 'fast-check'

const { SEED } = process.env

if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED ?? 1) })
