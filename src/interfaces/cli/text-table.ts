/** Formats rows as columns of text, for a terminal. */

/** Returns the headings followed by the rows. Every column is as wide as its widest cell. Control characters are shown as `?`. */
export function textTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(toCell))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function toCell(value: unknown): string {
  // Cells may contain free text, such as a key's name, which must not move the cursor.
  return String(value ?? '-').replace(/\p{C}/gu, '?')
}
