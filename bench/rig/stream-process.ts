/** A client in a separate process, which requests the URLs in its arguments one after another in a loop until it is killed. */

import { ask } from './load.ts'

const urls = process.argv.slice(2)
process.on('disconnect', () => process.exit())
process.send?.('started')
for (let n = 0; ; n++) await ask(urls[n % urls.length] ?? '')
