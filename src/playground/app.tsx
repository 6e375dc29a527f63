/** The page: the request first, then its parameters beside its result. */

import { AddressBar } from './form/address-bar.tsx'
import { ParameterForm } from './form/parameter-form.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { KeyPanel } from './key-panel.tsx'
import { LinkedKeyPanel } from './linked-key-panel.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'
import { ResultPanel } from './results/result-panel.tsx'
import { linkedKey } from './session/key.ts'
import { panel } from './session/panels.ts'
import { announcement } from './session/request-state.ts'
import { SnippetPanel } from './snippets/snippet-panel.tsx'

export function App() {
  return (
    <>
      <PageHeader />
      <main>
        <AddressBar />
        <div class="columns">
          <div class="side">
            <ParameterForm />
          </div>
          <div class="result">
            <ResultPanel />
            <SnippetPanel />
          </div>
        </div>
      </main>
      <PageFooter />
      <p class="visually-hidden" role="status">
        {announcement.value}
      </p>
      {panel.value === 'key' && <KeyPanel />}
      {linkedKey.value !== '' && <LinkedKeyPanel />}
      {panel.value === 'history' && <HistoryPanel />}
    </>
  )
}
