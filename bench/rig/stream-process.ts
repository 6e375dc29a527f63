/** A client in a process of its own: asks for the addresses of its arguments again and again, one after the other, until it is ended. */

import { ask } from './load.ts'

const urls = process.argv.slice(2)
process.on('disconnect', () => process.exit())
process.send?.('started')
for (let n = 0; ; n++) await ask(urls[n % urls.length] ?? '')
