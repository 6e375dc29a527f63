/** The views of a result, chosen by the types of its fields. */

import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { CopyButton } from '../controls/copy-button.tsx'
import { OutsideLink } from '../controls/outside-link.tsx'
import { parsedOr } from '../operations/parameters.ts'
import type { ResultBody, Success } from '../session/outcome.ts'
import { HtmlPreview, RenderedMarkdown } from './page-views.tsx'
import { QuotesView } from './quotes-view.tsx'
import { cellText, tableOf } from './table.ts'
import { TextView } from './text-view.tsx'

interface ResultView {
  id: string
  label: string
  draw(): VNode
}

/** Returns the views of the checked quotes, the content, each remaining list of objects, and the whole response as JSON. */
export function viewsOf(success: Success): ResultView[] {
  const { body } = success
  const { content, output = 'content', extra, ...others } = body
  const extras = Object.entries(typeof extra === 'object' && extra !== null ? extra : {})
  const lists = Object.entries(others).filter(
    ([name, value]) => name !== 'warnings' && name !== 'quotes' && isListOfObjects(value),
  )
  return [
    ...(body.quotes ? [{ id: 'quotes-view', label: 'Quotes', draw: () => <QuotesView success={success} /> }] : []),
    ...(content === undefined || content === null ? [] : contentViews(body, output, content)),
    ...extras
      .filter(([, value]) => value !== null)
      .flatMap(([name, value]) =>
        contentViews({}, name, value)
          .slice(0, 1)
          .map((view) => ({ ...view, id: `extra-${name}`, label: name })),
      ),
    ...lists.map(([name, value]) => jsonView(name, value)),
    { id: 'response', label: 'Response', draw: () => <JsonView key="response" name="response" value={body} /> },
  ]
}

function contentViews(body: ResultBody, output: string, content: unknown): ResultView[] {
  if (isImage(content)) return [imageView(output, content.data)]
  if (typeof content !== 'string') return [jsonView(output, content)]
  const source = (label: string): ResultView => ({
    id: `${output}-source`,
    label,
    draw: () => <TextView key={output} name={label} text={content} />,
  })
  const data = parsedOr(content)
  if (typeof data === 'object' && data !== null) return [jsonView(output, data), source('Text')]
  if (output.endsWith('html')) {
    return [source(output), { id: `${output}-preview`, label: 'Preview', draw: () => <HtmlPreview html={content} /> }]
  }
  if (output !== 'markdown' || content === '' || isVerbatim(body)) return [source('Text')]
  return [{ id: output, label: 'Rendered', draw: () => <RenderedMarkdown markdown={content} /> }, source('Markdown')]
}

function isImage(content: unknown): content is { data: string } {
  return typeof content === 'object' && content !== null && 'media_type' in content && 'data' in content
}

function imageView(name: string, data: string): ResultView {
  const draw = () => (
    <img key={name} class="screenshot" src={`data:image/png;base64,${data}`} alt="Screenshot of the page" />
  )
  return { id: name, label: 'Image', draw }
}

function jsonView(name: string, value: unknown): ResultView {
  return { id: name, label: name, draw: () => <JsonView key={name} name={name} value={value} /> }
}

/** True for language model answers and pages of plain text, JSON or XML, which aren't markdown. */
function isVerbatim({ model, content_type: type }: ResultBody): boolean {
  return Boolean(model) || /^(text\/plain|(?!.*(?:xhtml|ipynb))[^;]*[/+](json|xml))/i.test(String(type))
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null)
}

const rowsAtOnce = 200

/** Shows a list as a table, and any other data as JSON. */
function JsonView({ name, value }: { name: string; value: unknown }) {
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
