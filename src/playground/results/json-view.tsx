/** Shows any data: a list as a table, anything else as JSON. */

import { useMemo, useState } from 'preact/hooks'
import { CopyButton } from '../controls/copy-button.tsx'
import { OutsideLink } from '../controls/outside-link.tsx'
import { cellText, tableOf } from './table.ts'
import { TextView } from './text-view.tsx'

interface JsonViewProps {
  name: string
  value: unknown
}

const rowsAtOnce = 200

export function JsonView({ name, value }: JsonViewProps) {
  const table = useMemo(() => tableOf(value), [value])
  const [isWhole, setWhole] = useState(false)
  if (!table) return <TextView name={name} text={jsonOf(value)} />
  const { columns, rows } = table
  return (
    <>
      <div class="view-bar">
        <span class="muted">{rows.length.toLocaleString()} found</span>
        <CopyButton label="Copy as JSON" text={() => jsonOf(value)} />
      </div>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        <section class="box" aria-label={name} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, isWhole ? rows.length : rowsAtOnce).map((cells, n) => (
                <tr key={n}>
                  {cells.map((cell, place) => (
                    <td key={place}>
                      <OutsideLink url={cellText(cell)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {!isWhole && rows.length > rowsAtOnce && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </>
  )
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
