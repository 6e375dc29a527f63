/**
 * Gives property tests the same cases in every run, so that a failure is caused by the change. `SEED=random npm test` looks for new ones.
 */

import fc from 'fast-check'

const { SEED } = process.env

if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED ?? 1) })
