/** Shows a page's content as a reader would see it, in a frame without permissions: rendered markdown, or HTML. */

import { useEffect, useRef, useState } from 'preact/hooks'
import frameStyle from '../styles/frame.css'
import { TextView } from './text-view.tsx'

/** Only for inert documents and sandboxed frames. */
const frames = createPolicy('frame', { createHTML: (html: string) => html })
const workers = createPolicy('worker', { createScriptURL: (_: string) => '/markdown-worker.js' })

/** Enough for nearly every page. A browser lays out this much in less than a second. */
export const maxMarkdownChars = 100_000
const maxHtmlChars = 500_000

/** Noncharacters that enclose each of ten passages in the markdown. The passage nearest to a quote starts with a different one. */
const [firstEnd, firstStart, firstNearest] = [0xfdd0, 0xfdda, 0xfde4]
export const passageMark = /[\ufdd0-\ufded]/g
export const passageStart = (n: number, isNearest = false) =>
  String.fromCharCode((isNearest ? firstNearest : firstStart) + n)
export const passageEnd = (n: number) => String.fromCharCode(firstEnd + n)

interface RenderedMarkdownProps {
  markdown: string
  /** The passage that is scrolled to. */
  target?: { id: string } | null
}

export function RenderedMarkdown({ markdown, target = null }: RenderedMarkdownProps) {
  const text = firstPart(markdown, maxMarkdownChars)
  const [done, setDone] = useState<{ of: string; html: string | null } | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    void renderInWorker(text, controller.signal).then((html) => setDone({ of: text, html }))
    return () => controller.abort()
  }, [text])
  if (done?.of !== text) return <p class="muted">Rendering…</p>
  if (done.html === null)
    return (
      <>
        <p class="muted">
          This text can’t be rendered: it is nested too deeply, or takes too long. Its source is shown instead.
        </p>
        <TextView name="Markdown" text={markdown} />
      </>
    )
  return (
    <>
      <PartNote shown={text.length} total={markdown.length} />
      <SandboxedFrame title="The page, rendered" html={done.html} target={target} />
    </>
  )
}

export function HtmlPreview({ html }: { html: string }) {
  const shown = html.slice(0, maxHtmlChars)
  return (
    <>
      <p class="muted">Shown without styles, scripts and images. Nothing is loaded from other sites.</p>
      <PartNote shown={shown.length} total={html.length} />
      <SandboxedFrame title="Preview of the HTML" html={shown} />
    </>
  )
}

function PartNote({ shown, total }: { shown: number; total: number }) {
  if (shown === total) return null
  return (
    <p class="muted">
      Showing the first {shown.toLocaleString()} of {total.toLocaleString()} characters.
    </p>
  )
}

/** Returns the start of the text, up to a blank line if there is one. */
function firstPart(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const end = text.lastIndexOf('\n\n', maxChars)
  return text.slice(0, end > 0 ? end : maxChars)
}

/** Counted from the time when the worker is ready. Rendering prose takes about 50 ms. */
const timeoutMs = 2000

/** Resolves with HTML, or with null if the text can't be rendered in time. Never settles after the signal is aborted. */
function renderInWorker(markdown: string, signal: AbortSignal): Promise<string | null> {
  const worker = new Worker(workers.createScriptURL(''), { type: 'module', name: 'markdown' })
  const { promise, resolve } = Promise.withResolvers<string | null>()
  let timer = 0
  const stop = (): void => {
    clearTimeout(timer)
    worker.terminate()
  }
  const settle = (html: string | null): void => {
    stop()
    resolve(html)
  }
  signal.addEventListener('abort', stop)
  worker.onerror = () => settle(null)
  // The worker sends `ready` once, as soon as it can receive text.
  worker.onmessage = ({ data }: MessageEvent<'ready' | { html: string } | null>) => {
    if (data !== 'ready') return settle(data?.html ?? null)
    timer = setTimeout(settle, timeoutMs, null)
    worker.postMessage(markdown)
  }
  return promise
}

interface SandboxedFrameProps {
  title: string
  html: string
  target?: { id: string } | null
}

function SandboxedFrame({ title, html, target = null }: SandboxedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const show = () => {
    if (!target) return
    frame.current?.contentWindow?.location.replace(`about:srcdoc#${target.id}`)
    frame.current?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(show, [target])
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = frames.createHTML(frameDocument(neutralize(html)))
  }, [html])
  return (
    <iframe
      {...{ ref: frame, class: 'box frame', title, sandbox: '', onLoad: show }}
      referrerpolicy="no-referrer"
      loading="eager"
    />
  )
}

/** Applies in addition to the page's own policy, which the frame inherits. */
const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

function frameDocument(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><style>${frameStyle}</style></head><body><main>${body}</main></body></html>`
}

const removed =
  'script,style,link,meta,base,title,iframe,frame,frameset,object,embed,template,svg,canvas,dialog,map,noscript'

const keptAttributes = new Set('title lang dir colspan rowspan start checked open align value label'.split(' '))

function neutralize(html: string): string {
  const document = new DOMParser().parseFromString(frames.createHTML(html), 'text/html')
  for (const element of document.querySelectorAll(removed)) element.remove()
  for (const media of document.querySelectorAll('img,video,audio,picture')) media.replaceWith(descriptionOf(media))
  for (const element of document.body.querySelectorAll('*')) neutralizeElement(element)
  showPassages(document)
  return document.body.innerHTML
}

/** Replaces the noncharacters: the text after each start is marked, up to the passage's end. */
function showPassages(document: Document): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const open = new Map<number, string>()
  const found: [Text, Node[]][] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const parts = text.data.split(/([\ufdd0-\ufded])/)
    if (parts.length === 1 && open.size === 0) continue
    const nodes = parts.flatMap((part, n): Node[] => {
      const code = part.charCodeAt(0)
      if (n % 2 === 0) {
        const isMarked = part.trim() !== '' && open.size > 0
        return [
          isMarked ? elementOf('mark', { className: [...open.values()].join(' '), textContent: part }) : new Text(part),
        ]
      }
      if (code < firstStart) {
        open.delete(code - firstEnd)
        return []
      }
      const kind = code < firstNearest ? 'found' : 'nearest'
      const at = code - (code < firstNearest ? firstStart : firstNearest)
      open.set(at, kind)
      return [elementOf('a', { id: `quote-${at + 1}` })]
    })
    found.push([text, nodes])
  }
  for (const [text, nodes] of found) text.replaceWith(...nodes)

  function elementOf(name: string, fields: object): Element {
    return Object.assign(document.createElement(name), fields)
  }
}

function neutralizeElement(element: Element): void {
  const url = element.getAttribute('href')
  const isCheckbox = element.getAttribute('type') === 'checkbox'
  for (const { name } of [...element.attributes]) if (!keptAttributes.has(name)) element.removeAttribute(name)
  if (element.localName === 'a' && url) element.setAttribute('title', url.replace(passageMark, ''))
  if (!/^(input|button|select|textarea)$/.test(element.localName)) return
  element.setAttribute('disabled', '')
  if (isCheckbox) element.setAttribute('type', 'checkbox')
}

function descriptionOf(media: Element): Element {
  const image = media.localName === 'picture' ? (media.querySelector('img') ?? media) : media
  const description = media.ownerDocument.createElement('samp')
  description.textContent = image.getAttribute('alt')?.trim() || (media.localName === 'img' ? 'image' : media.localName)
  return description
}

/**
 * Creates a Trusted Types policy. The two are the only way for text to become HTML or a script on this page. Browsers without Trusted Types
 * use the text unchanged. @see https://www.w3.org/TR/trusted-types/
 */
function createPolicy<Rules>(name: string, rules: Rules): Rules {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy<Rules>(name: string, rules: Rules): Rules } }
  return trustedTypes?.createPolicy(name, rules) ?? rules
}
