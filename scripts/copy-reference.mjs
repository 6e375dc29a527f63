// Assembles the API reference: its page and the Swagger UI files it loads, with their licences.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const renderer = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const loaded = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png']
const licences = ['NOTICE', 'LICENSE', 'swagger-ui-bundle.js.LICENSE.txt']

/** Writes the files that the service serves into `target`. `source` is the page's folder. */
export function copyReference(source, target) {
  cpSync(source, target, { recursive: true })
  for (const name of loaded) writeFileSync(join(target, name), withoutMap(readFileSync(join(renderer, name))))
  const texts = licences.map((name) => readFileSync(join(renderer, name), 'utf8').trim())
  writeFileSync(join(target, 'licenses.txt'), `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}

/** Removes the comment that names a source map, because developer tools would request the map, which isn't shipped. */
function withoutMap(bytes) {
  const text = bytes.toString('latin1')
  return Buffer.from(text.replace(/\n(?:\/\/# |\/\*# )sourceMappingURL=.*$/, '\n'), 'latin1')
}
