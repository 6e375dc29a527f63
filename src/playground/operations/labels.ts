/** Names of parameters, fields and outputs as people read them. */

import { ownField } from './own-field.ts'

/** Whose name reads badly when it is only taken apart into words. */
const labels: Readonly<Record<string, string>> = {
  url: 'Address',
  render_js: 'Load with JavaScript',
  main_content: 'Main content only',
  css_selector: 'CSS selector',
  exclude_selector: 'Leave out (CSS selector)',
  render_if_needed: 'JavaScript only if needed',
  wait_for: 'Wait for (CSS selector)',
  timeout_ms: 'Time limit (ms)',
  max_chars: 'Characters in a piece',
  offset: 'Start at character',
  max_age_s: 'Use a kept page up to (s)',
  geo_location: 'Place',
  json_schema: 'JSON Schema',
  html_head_metadata_json: 'Metadata',
  start_page: 'First result page',
  pages: 'Result pages',
  domain: 'Google domain',
  'Idempotency-Key': 'Idempotency-Key',
}

/** A name as a label: `extra_outputs` is `Extra outputs`. */
export function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return ownField(labels, name) ?? words.charAt(0).toUpperCase() + words.slice(1)
}
