/** The results of a list of URLs, as a table that fills while they arrive. */

import { OutsideLink } from '../controls/outside-link.tsx'
import type { BatchLine } from '../session/call-service.ts'
import { cancel, type ListRow, work } from '../session/request-state.ts'
import { download } from './saved-result.ts'

export function ListView({ rows }: { rows: readonly ListRow[] }) {
  const lines = rows.flatMap(({ line }) => line ?? [])
  const failed = lines.filter(({ error }) => error).length
  const credits = lines.reduce((sum, line) => sum + creditsOf(line), 0)
  return (
    <>
      <div class="view-bar">
        <p>
          {lines.length.toLocaleString()} of {rows.length.toLocaleString()} done, {failed.toLocaleString()} failed,{' '}
          {credits.toLocaleString()} credits
        </p>
        {work.value === 'list' && (
          <button type="button" onClick={cancel}>
            Stop
          </button>
        )}
        {lines.length > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => download({ fileName: 'gleaner.jsonl', text: textOf(lines), isText: true })}
          >
            Download JSON Lines
          </button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section class="box" aria-label="Results of the list" tabIndex={0}>
        <table class="list">
          <thead>
            <tr>
              {['#', 'URL', 'Status', 'Title or error', 'Credits'].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ url, line }, index) => (
              <tr key={index}>
                <td>{index + 1}</td>
                <td class="breakable">
                  <OutsideLink url={url} />
                </td>
                <td>{line?.status}</td>
                <td class="breakable">{line && titleOf(line)}</td>
                <td>{line && creditsOf(line).toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function titleOf({ result, error }: BatchLine): string {
  if (result) return String(result.title ?? '')
  return (error?.detail ?? []).map(({ type, msg }) => `${type}: ${msg}`).join('; ')
}

function creditsOf({ result, error }: BatchLine): number {
  return result?.credits_charged ?? error?.credits_charged ?? 0
}

/** Returns the lines in the order of the list. */
function textOf(lines: readonly BatchLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
