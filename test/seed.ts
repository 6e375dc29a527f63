/** Property tests draw the same cases every time, so a run tells of the change; `SEED=random npm test` looks for new ones. */

import fc from 'fast-check'

const { SEED } = process.env

if (SEED !== 'random') fc.configureGlobal({ seed: Number(SEED ?? 1) })
