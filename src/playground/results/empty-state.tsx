/** Before the first request: what the page is for, and requests to begin with. */

import { fillInRequest, focusField, operations } from '../session/form-state.ts'

const examples: readonly { operation: string; title: string; says: string; values: Record<string, string> }[] = [
  {
    operation: 'scrape',
    title: 'A page as markdown',
    says: 'The main content, clean, with its outline.',
    values: { url: 'https://example.com/' },
  },
  {
    operation: 'scrape',
    title: 'Every link of a page',
    says: 'Absolute addresses and their words, as a table.',
    values: { url: 'https://www.iana.org/help/example-domains', output: 'links' },
  },
  {
    operation: 'scrape',
    title: 'What a share would show',
    says: 'Title, description, picture and structured data.',
    values: { url: 'https://nodejs.org/en', output: 'html_head_metadata_json' },
  },
  {
    operation: 'google_ads',
    title: 'Who advertises for a query',
    says: 'The ads of a Google search by block and position.',
    values: { query: 'running shoes' },
  },
]

export function EmptyState() {
  const known = new Map(operations.value.map((operation) => [operation.name, operation]))
  return (
    <div class="empty">
      <h2>Put in an address, and see what comes back.</h2>
      <p class="muted">A request is sent when you press Send, never before. These fill in the form:</p>
      <ul class="examples">
        {examples
          .filter(({ operation }) => known.has(operation))
          .map(({ operation, title, says, values }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => {
                  fillInRequest(operation, values)
                  focusField(known.get(operation)?.subject.name ?? '')
                }}
              >
                <strong>{title}</strong>
                <span>{says}</span>
              </button>
            </li>
          ))}
      </ul>
    </div>
  )
}
