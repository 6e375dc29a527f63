// Bundles the playground's page: its program with the packages that it uses into one file, its style sheets into another.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** In the order of the cascade. */
const styles = [
  'tokens',
  'page',
  'controls',
  'form',
  'request',
  'results',
  'text',
  'data',
  'metadata',
  'ads',
  'explain',
  'panels',
]

/** Writes the files that the service serves into `target`. Resolves with the paths of the modules, for their licences. */
export async function bundleApp(source, target) {
  const program = await rolldown({
    input: join(source, 'main.tsx'),
    platform: 'browser',
    // The style sheet of frames is text that stands in their documents.
    moduleTypes: { '.css': 'text' },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await program.write({ file: join(target, 'playground.js'), format: 'esm', minify: true })
  await program.close()
  mkdirSync(target, { recursive: true })
  const sheets = styles.map((name) => readFileSync(join(source, 'styles', `${name}.css`), 'utf8'))
  writeFileSync(join(target, 'playground.css'), sheets.join('\n'))
  for (const file of ['index.html', 'icon.svg']) copyFileSync(join(source, file), join(target, file))
  copyFileSync(join(source, 'styles/frame.css'), join(target, 'frame.css'))
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}
