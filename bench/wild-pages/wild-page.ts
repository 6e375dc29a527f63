/** The shape of the pages, and the sites around them. */

import { paragraphs, type Subject } from './texts.ts'

export interface WildPage {
  name: string
  url: string
  html: string
  /** An output of `scrape`. */
  output: 'markdown' | 'links' | 'metadata' | 'text'
  has: readonly (string | RegExp)[]
  hasNot: readonly (string | RegExp)[]
}

type Site = 'wordpress' | 'news' | 'docs' | 'plain' | 'newsletter'

interface Draft {
  name: string
  url?: string
  site?: Site
  title?: string
  /** Elements of the page's head. */
  head?: string
  /** Paragraphs from this subject surround the body: {{1}} to {{6}} in it are paragraphs, too. */
  subject?: Subject
  body: string
  output?: WildPage['output']
  has: WildPage['has']
  hasNot?: WildPage['hasNot']
}

const menu = (names: readonly string[]) =>
  `<ul>${names.map((name) => `<li><a href="/${name.toLowerCase().replaceAll(' ', '-')}/">${name}</a></li>`).join('')}</ul>`

const sites: Record<Site, (title: string, body: string) => string> = {
  wordpress: (
    title,
    body,
  ) => `<body class="post-template-default single single-post"><a class="skip-link screen-reader-text" href="#content">Skip to content</a>
<header class="site-header"><div class="site-branding"><a href="/">Hedgerow Notes</a></div><nav class="main-navigation">${menu(['Home', 'About', 'Archive', 'Contact'])}</nav></header>
<div id="content" class="site-content"><main id="main"><article class="post type-post hentry">
<header class="entry-header"><h1 class="entry-title">${title}</h1></header><div class="entry-content">${body}</div></article></main>
<aside id="secondary" class="widget-area"><section class="widget widget_recent_entries"><h2 class="widget-title">Recent Posts</h2>${menu(['Frost dates', 'A new shed', 'Seed swap'])}</section></aside></div>
<footer class="site-footer"><p>Proudly powered by WordPress</p></footer></body>`,
  news: (
    title,
    body,
  ) => `<body><div class="page-wrap"><div class="topbar"><a href="/">The Ashford Courier</a><nav>${menu(['News', 'Sport', 'Culture', 'Opinion', 'Subscribe'])}</nav></div>
<div class="content-wrap"><div class="article"><h1>${title}</h1>${body}</div><div class="sidebar"><h3>Most read</h3><ol><li><a href="/a1">Bridge closed for a fortnight</a></li><li><a href="/a2">Library extends its hours</a></li></ol></div></div>
<div class="footer"><a href="/terms">Terms</a> <a href="/privacy">Privacy</a> © The Ashford Courier</div></div></body>`,
  docs: (
    title,
    body,
  ) => `<body><div id="__docs"><nav class="navbar"><a href="/">Millrace</a><a href="/docs/">Docs</a><a href="/blog/">Blog</a></nav><div class="docs-layout"><aside class="sidebar">${menu(['Install', 'First steps', 'Configuration', 'Deploying', 'Reference'])}</aside>
<main><article><div class="theme-doc-markdown markdown"><h1>${title}</h1>${body}</div></article><nav class="pagination-nav"><a href="/docs/prev">Previous</a><a href="/docs/next">Next</a></nav></main></div><footer class="footer">Copyright Millrace contributors</footer></div></body>`,
  plain: (title, body) =>
    `<body><p><a href="/">home</a> | <a href="/posts.html">posts</a></p><h1>${title}</h1>${body}<hr><p><a href="mailto:me@site.example">mail me</a></p></body>`,
  newsletter: (
    title,
    body,
  ) => `<body><div id="entry"><div class="main-menu"><a href="/">Slow Letters</a><button>Subscribe</button><button>Sign in</button></div>
<div class="single-post-container"><div class="container"><div class="single-post"><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title published">${title}</h1></div>
<div class="available-content"><div class="body markup">${body}</div></div></article></div></div></div><div class="footer-wrap">© 2025 Slow Letters · <a href="/privacy">Privacy</a> ∙ <a href="/terms">Terms</a></div></div></body>`,
}

/** A page as a site of that kind writes it. A body that begins with `<body` or `<html` is the whole page. */
export function wildPage(draft: Draft): WildPage {
  const { name, url = 'https://site.example/p/entry', site = 'wordpress', title = 'An entry', head = '' } = draft
  const texts = paragraphs[draft.subject ?? 'canal']
  const body = draft.body.replace(/\{\{(\d)\}\}/g, (_, n: string) => `<p>${texts[Number(n) - 1]}</p>`)
  const isWhole = /^<(?:body|!doctype|html)/i.test(body)
  const inside = isWhole ? body : sites[site](title, body)
  const html = /^<(?:!doctype|html)/i.test(inside)
    ? inside
    : `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>${inside}</html>`
  return { name, url, html, output: draft.output ?? 'markdown', has: draft.has, hasNot: draft.hasNot ?? [] }
}
