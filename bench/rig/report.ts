/** Prints measurements. */

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Makes columns as wide as their widest cell. The first column is left-aligned, and the others are right-aligned. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)))
  for (const row of rows) {
    const cells = row.map((cell, at) => String(cell)[at === 0 ? 'padEnd' : 'padStart'](widths[at] ?? 0))
    say(cells.join('  '))
  }
}
