/** A program that reads all hostile archives and Office documents. Its working folder must stay empty. */

import { archives } from './archives.ts'
import { office } from './office.ts'
import { createHostileReader } from './read-hostile.ts'

const reader = createHostileReader()
for (const [, kind, build] of [...archives, ...office]) await reader.read(build('http://127.0.0.1:1/'), kind)
await reader.close()
