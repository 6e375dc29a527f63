// Bundles the playground: each script with its packages into one file, and the style sheets into another.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Style sheets in cascade order. */
const styles = ['page', 'form', 'results']

/** The page's script, and the script of its worker. */
const programs = [
  { input: 'main.tsx', file: 'playground.js' },
  { input: 'results/markdown-worker.ts', file: 'markdown-worker.js' },
]

/** Writes the files that the service serves into `target`. Resolves with the modules' paths, to find their licences. */
export async function bundleApp(source, target) {
  const modules = await Promise.all(
    programs.map(({ input, file }) => bundleProgram(join(source, input), join(target, file))),
  )
  mkdirSync(target, { recursive: true })
  const sheets = styles.map((name) => readFileSync(join(source, 'styles', `${name}.css`), 'utf8'))
  writeFileSync(join(target, 'playground.css'), sheets.join('\n'))
  for (const file of ['index.html', 'icon.svg']) copyFileSync(join(source, file), join(target, file))
  copyFileSync(join(source, 'styles/frame.css'), join(target, 'frame.css'))
  return modules.flat()
}

async function bundleProgram(input, file) {
  const program = await rolldown({
    input,
    platform: 'browser',
    // The frames' style sheet is imported as text and inserted into their documents.
    moduleTypes: { '.css': 'text' },
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await program.write({ file, format: 'esm', minify: true })
  await program.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}
