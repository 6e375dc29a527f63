/** Runs the command line from its sources, so that no earlier build matters. */

import { main } from '../../../src/main.ts'

await main(process.argv.slice(2))
