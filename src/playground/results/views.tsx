/** Which views a result has: by its output where one is known, else by the shape of the content. */

import type { VNode } from 'preact'
import { labelOf } from '../operations/labels.ts'
import type { Success } from '../session/requests/outcome.ts'
import type { ShownAd } from './ads/ads-layout.ts'
import { type AdsPageStatus, AdsView } from './ads/ads-view.tsx'
import { ListView } from './data/list-view.tsx'
import type { DataRecord } from './data/records.ts'
import { TableView } from './data/table-view.tsx'
import { TreeView } from './data/tree-view.tsx'
import { ExplainView, type Explanation } from './explain/explain-view.tsx'
import { MetadataView } from './metadata/metadata-view.tsx'
import { HtmlPreview } from './text/html-preview.tsx'
import { MarkdownView } from './text/markdown-view.tsx'
import { SourceView } from './text/source-view.tsx'

interface ResultView {
  id: string
  label: string
  draw(): VNode
}

/** At least one: the whole response as a tree is the last. */
export function viewsOf(success: Success): ResultView[] {
  const { body } = success
  return [
    ...explanationViews(body),
    ...adsViews(body),
    ...(body.content === undefined || body.content === null
      ? []
      : contentViews(success, outputOf(success), body.content)),
    ...highlightViews(body),
    ...extraViews(success),
    { id: 'response', label: 'Response', draw: () => <TreeView value={body} /> },
  ]
}

/** An answer of the language model is not in the form of the output that it was read from. */
function outputOf({ body }: Success): string {
  if (body.model) return 'answer'
  return body.output ?? ''
}

/** Views of one content, the most readable first. */
function contentViews(success: Success, output: string, content: unknown): ResultView[] {
  const name = labelOf(output)
  if (typeof content === 'string') return textViews(success, output, content)
  if (!Array.isArray(content)) return objectViews(success, output, content as DataRecord)
  const areRecords = content.some((item) => typeof item === 'object' && item !== null)
  return areRecords
    ? [{ id: output, label: name, draw: () => <TableView key={output} records={content} label={name} /> }]
    : [{ id: output, label: name, draw: () => <ListView items={content} /> }]
}

function textViews({ body }: Success, output: string, text: string): ResultView[] {
  const source = { id: `${output}-source`, label: 'Source', draw: () => <SourceView text={text} /> }
  if (output === 'markdown' && isVerbatim(body)) return [...dataViews(text), { ...source, label: 'Text' }]
  if (output === 'markdown')
    return [
      {
        id: 'markdown',
        label: 'Rendered',
        draw: () => <MarkdownView key="rendered" markdown={text} body={body} isSource={false} />,
      },
      {
        id: 'markdown-source',
        label: 'Markdown',
        draw: () => <MarkdownView key="source" markdown={text} body={body} isSource />,
      },
    ]
  if (output.endsWith('html')) {
    return [
      { ...source, label: 'HTML' },
      { id: `${output}-preview`, label: 'Preview', draw: () => <HtmlPreview html={text} /> },
    ]
  }
  if (output === 'answer' && dataViews(text).length > 0) return [...dataViews(text), source]
  return [{ ...source, label: output === 'answer' ? 'Answer' : 'Text' }]
}

function objectViews({ body }: Success, output: string, content: DataRecord): ResultView[] {
  if (output !== 'html_head_metadata_json')
    return [{ id: 'data', label: 'Data', draw: () => <TreeView value={content} /> }]
  const pageUrl = String(body.final_url ?? body.url ?? '')
  return [{ id: 'metadata', label: 'Metadata', draw: () => <MetadataView metadata={content} pageUrl={pageUrl} /> }]
}

function explanationViews(body: Success['body']): ResultView[] {
  const { kept, dropped } = body
  if (!Array.isArray(kept) || !Array.isArray(dropped)) return []
  const explanation: Explanation = { ...body, kept, dropped }
  return [{ id: 'structure', label: 'Kept and dropped', draw: () => <ExplainView explanation={explanation} /> }]
}

function adsViews({ ads, pages }: Success['body']): ResultView[] {
  if (!Array.isArray(ads) || !Array.isArray(pages)) return []
  const draw = () => <AdsView ads={ads as ShownAd[]} pages={pages as AdsPageStatus[]} />
  return [
    { id: 'ads', label: 'Results page', draw },
    { id: 'ads-table', label: 'Table', draw: () => <TableView key="ads" records={ads} label="ads" /> },
  ]
}

function highlightViews({ highlights }: Success['body']): ResultView[] {
  if (!Array.isArray(highlights)) return []
  return [
    {
      id: 'highlights',
      label: 'Highlights',
      draw: () => <TableView key="highlights" records={highlights} label="highlights" />,
    },
  ]
}

/** Further outputs of the same page: each with the first of its views. */
function extraViews(success: Success): ResultView[] {
  const { extra } = success.body
  if (typeof extra !== 'object' || extra === null) return []
  return Object.entries(extra).flatMap(([output, content]) => {
    const [view] = content === null ? [] : contentViews(success, output, content)
    return view ? [{ ...view, id: `extra-${output}`, label: labelOf(output) }] : []
  })
}

/** Text, JSON and XML come back as they are, and are no markdown. */
function isVerbatim({ content_type: type }: Success['body']): boolean {
  return typeof type === 'string' && /^(text\/plain|[^;]*[/+](json|xml))/i.test(type) && !/xhtml/i.test(type)
}

function dataViews(text: string): ResultView[] {
  const data = parsedObject(text)
  return data === null ? [] : [{ id: 'answer', label: 'Data', draw: () => <TreeView value={data} /> }]
}

function parsedObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
