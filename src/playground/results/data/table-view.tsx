/** A list of objects as a table with a filter: links, images, and whatever else comes as such a list. */

import { useMemo, useState } from 'preact/hooks'
import { CopyButton } from '../../controls/copy-button.tsx'
import { isWebAddress, OutsideLink } from '../../controls/outside-link.tsx'
import { formatNumber } from '../../locale/numbers.ts'
import { labelOf } from '../../operations/labels.ts'
import { ownField } from '../../operations/own-field.ts'
import { cellText, columnsOf, type DataRecord, filterRecords, toTabbedLines } from './records.ts'

const rowsAtOnce = 200

interface TableViewProps {
  records: readonly DataRecord[]
  label: string
}

export function TableView({ records, label }: TableViewProps) {
  const [filter, setFilter] = useState('')
  const [most, setMost] = useState(rowsAtOnce)
  const columns = useMemo(() => columnsOf(records), [records])
  const found = useMemo(() => filterRecords(records, filter), [records, filter])
  return (
    <div class="view">
      <div class="view-bar">
        <input
          type="search"
          class="filter"
          placeholder="Filter"
          aria-label={`Filter ${label}`}
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <span class="muted" role="status">
          {formatNumber(found.length)} of {formatNumber(records.length)}
        </span>
        <span class="buttons">
          <CopyButton label="Copy as table" text={() => toTabbedLines(found, columns)} />
          <CopyButton label="Copy as JSON" text={() => JSON.stringify(found, null, 2)} />
        </span>
      </div>
      {found.length === 0 ? (
        <p class="muted empty-text">
          {records.length === 0 ? 'There are none on this page.' : 'Nothing matches the filter.'}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keyboard
        <section class="table-box" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">
                  #
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {labelOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.slice(0, most).map((record, n) => (
                <tr key={n}>
                  <td class="number muted">{formatNumber(n + 1)}</td>
                  {columns.map((column) => (
                    <td key={column}>
                      <Cell value={ownField(record, column)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + 10 * rowsAtOnce)}>
          Show more rows
        </button>
      )}
    </div>
  )
}

function Cell({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (typeof value === 'number') return <>{formatNumber(value)}</>
  const text = cellText(value)
  if (text === '') return <span class="muted">–</span>
  return isWebAddress(text) ? <OutsideLink url={text} /> : <span class="breakable">{text}</span>
}
