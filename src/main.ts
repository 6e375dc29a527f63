/** Entry point: runs the command in argv. The program is loaded while a reader for the page to scrape starts. */

/** Runs one command and exits with its exit code. */
export async function main(argv: readonly string[]): Promise<never> {
  // Starting a reader takes as long as loading the program and fetching a page nearby.
  if (argv[0] === 'scrape' && argv.some((word) => /^https?:/i.test(word))) {
    const { prepareThread } = await import('./readers/open-reader.ts')
    prepareThread()
  }
  const { runProgram } = await import('./compose/program.ts')
  return runProgram(argv)
}
