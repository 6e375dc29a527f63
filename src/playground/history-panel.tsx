/** The requests that were sent from this browser: each fills in the form again. */

import { SidePanel } from './controls/side-panel.tsx'
import { formatMoment } from './locale/numbers.ts'
import { labelOf } from './operations/labels.ts'
import { fillInRequest } from './session/form-state.ts'
import { clearHistory, type HistoryEntry } from './session/history.ts'
import { panel } from './session/panels.ts'
import { history } from './session/request-state.ts'

export function HistoryPanel() {
  const entries = history.value
  return (
    <SidePanel title="History">
      {entries.length === 0 ? (
        <p class="muted">What you send appears here, in this browser alone. Keys are never in it.</p>
      ) : (
        <>
          <ol class="history">
            {entries.map((entry) => (
              <li key={entry.at + JSON.stringify(entry.parameters)}>
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
          <button
            type="button"
            onClick={() => {
              clearHistory(localStorage)
              history.value = []
            }}
          >
            Clear the history
          </button>
        </>
      )}
    </SidePanel>
  )
}

function Entry({ entry: { operation, parameters, at, outcome } }: { entry: HistoryEntry }) {
  const [subject = '', ...rest] = Object.entries(parameters).map(([name, value], n) =>
    n === 0 ? value : `${name}=${value}`,
  )
  return (
    <button
      type="button"
      onClick={() => {
        fillInRequest(operation, parameters)
        panel.value = null
      }}
    >
      <strong class="breakable">{subject}</strong>
      <span class="muted breakable">{[labelOf(operation), ...rest].join(' · ')}</span>
      <span class="muted">
        {formatMoment(at)}
        {outcome !== 'ok' && ` · ${outcome}`}
      </span>
    </button>
  )
}
