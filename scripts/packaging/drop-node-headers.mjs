// Removes the C++ headers of npm's `node` package, 67 MB that nothing here is compiled with. npm runs this after `npm ci`.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const platforms = fileURLToPath(new URL('../../node_modules/node/node_modules/', import.meta.url))
if (existsSync(platforms))
  for (const name of readdirSync(platforms)) rmSync(`${platforms}${name}/include`, { recursive: true, force: true })
