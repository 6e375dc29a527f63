/** The request that is filled in, as it is written elsewhere. */

import { useState } from 'preact/hooks'
import { CopyButton } from '../controls/copy-button.tsx'
import { Tabs } from '../controls/tabs.tsx'
import { headersOf, parametersOf } from '../operations/parameters.ts'
import { withPlaceholders } from '../operations/secrets.ts'
import { chosenOperation, filledIn } from '../session/form-state.ts'
import { snippetLanguages } from './languages.ts'

export function SnippetPanel() {
  const operation = chosenOperation.value
  const [wanted, want] = useState('')
  if (!operation) return null
  const { subject } = operation
  const asked = filledIn.value[subject.name] || subject.example || 'https://example.com/'
  const parameters = withPlaceholders(parametersOf(operation, { ...filledIn.value, [subject.name]: asked }))
  const headers = headersOf(operation, filledIn.value)
  const { origin } = location
  const snippets = snippetLanguages.flatMap(({ name, write }) => {
    const text = write({ operation, parameters, headers, origin })
    return text === null ? [] : [{ id: name.replaceAll(' ', '-'), label: name, text }]
  })
  const chosen = snippets.find(({ id }) => id === wanted) ?? snippets[0]
  if (!chosen) return null
  return (
    <section class="snippets" aria-label="The same request elsewhere">
      <h2>The same request elsewhere</h2>
      <Tabs label="Languages" name="snippet" tabs={snippets} chosen={chosen.id} onChoose={want}>
        <div class="snippet">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keyboard */}
          <pre tabIndex={0}>{chosen.text}</pre>
          <CopyButton text={() => chosen.text} />
        </div>
      </Tabs>
    </section>
  )
}
