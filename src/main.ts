/** Entry point: loads the program, and at the same time starts a reader if the command reads a page. */

/** Runs one command and exits with its exit code. */
export async function main(argv: readonly string[]): Promise<never> {
  const [command, ...words] = argv
  // A reader takes as long to start as the rest of the program to load and to fetch a page nearby.
  if (command === 'scrape' && words.some((word) => !word.startsWith('-'))) {
    const { prepareThread } = await import('./readers/open-reader.ts')
    prepareThread()
  }
  const { runProgram } = await import('./program.ts')
  return runProgram(argv)
}
