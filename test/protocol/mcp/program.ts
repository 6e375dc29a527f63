/** The command line run from its sources, whatever an earlier build has left. */

import { main } from '../../../src/main.ts'

await main(process.argv.slice(2))
