/** Attempts to reach a forbidden URL with markup and headers. */

import type { Attempt } from './attempt.ts'

export const documentAttempts: readonly Attempt[] = [
  // Parts of a document.
  { name: 'img', html: (to) => `<img src="${to}">` },
  { name: 'srcset', html: (to) => `<img srcset="${to} 1x, ${to}-2 2x">` },
  { name: 'picture', html: (to) => `<picture><source srcset="${to}"><img></picture>` },
  { name: 'input-image', html: (to) => `<input type="image" src="${to}">` },
  { name: 'background', html: (to) => `<table background="${to}"><tr><td>x</table>` },
  { name: 'script', html: (to) => `<script src="${to}"></script>` },
  { name: 'module', html: (to) => `<script type="module" src="${to}"></script>` },
  { name: 'stylesheet', html: (to) => `<link rel="stylesheet" href="${to}">` },
  { name: 'css-import', html: (to) => `<style>@import "${to}";</style>` },
  { name: 'css-url', html: (to) => `<p style="background: url(${to})">x</p>` },
  { name: 'css-image-set', html: (to) => `<p style="background: image-set(url(${to}) 1x)">x</p>` },
  { name: 'css-content', html: (to) => `<style>b::after { content: url(${to}) }</style><b>x</b>` },
  { name: 'css-cursor-mask', html: (to) => `<p style="mask-image: url(${to})">x</p>` },
  {
    name: 'font',
    html: (to) => `<style>@font-face { font-family: f; src: url(${to}) }</style><p style="font-family: f">x</p>`,
  },
  { name: 'iframe', html: (to) => `<iframe src="${to}"></iframe>` },
  { name: 'iframe-srcdoc', html: (to) => `<iframe srcdoc="<img src='${to}'>"></iframe>` },
  {
    name: 'frame-meta-refresh',
    html: (to) => `<iframe srcdoc="<meta http-equiv=refresh content='0; url=${to}'>"></iframe>`,
  },
  { name: 'object', html: (to) => `<object data="${to}"></object>` },
  { name: 'embed', html: (to) => `<embed src="${to}">` },
  { name: 'video', html: (to) => `<video src="${to}" autoplay muted></video>` },
  { name: 'video-source', html: (to) => `<video autoplay muted><source src="${to}"></video>` },
  { name: 'audio', html: (to) => `<audio src="${to}" preload="auto"></audio>` },
  { name: 'track', html: (to) => `<video muted crossorigin><track default src="${to}"></video>` },
  { name: 'poster', html: (to) => `<video poster="${to}"></video>` },
  { name: 'svg-image', html: (to) => `<svg><image href="${to}" width="9" height="9"/></svg>` },
  {
    name: 'svg-filter',
    html: (to) =>
      `<svg><filter id="f"><feImage href="${to}"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  },
  { name: 'icon', html: (to) => `<link rel="icon" href="${to}">` },
  { name: 'manifest', html: (to) => `<link rel="manifest" href="${to}">` },
  { name: 'dictionary', html: (to) => `<link rel="compression-dictionary" href="${to}">` },
  // More parts of a document.
  { name: 'svg-use', html: (to) => `<svg><use href="${to}#a"/></svg>` },
  { name: 'svg-foreign', html: (to) => `<svg><foreignObject><img src="${to}"></foreignObject></svg>` },
  { name: 'css-clip-path', html: (to) => `<p style="clip-path: url(${to}#a)">x</p>` },
  { name: 'css-cursor', html: (to) => `<style>:root { cursor: url(${to}), auto }</style>` },
  { name: 'css-list', html: (to) => `<ul style="list-style-image: url(${to})"><li>x</ul>` },
  { name: 'css-border', html: (to) => `<p style="border: 9px solid; border-image: url(${to}) 1">x</p>` },
  { name: 'css-shape', html: (to) => `<p style="float: left; shape-outside: url(${to})">x</p>` },
  { name: 'css-layer', html: (to) => `<style>@import url(${to}) layer(a) supports(display: grid);</style>` },
  {
    name: 'css-adopted',
    script: (to) =>
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('i { background: url(${to}) }'); document.adoptedStyleSheets.push(sheet); document.body.append(document.createElement('i')); document.querySelector('i').textContent = 'x' }`,
  },
  { name: 'print-style', html: (to) => `<link rel="stylesheet" media="print" href="${to}">` },
  { name: 'alternate-style', html: (to) => `<link rel="alternate stylesheet" title="a" href="${to}">` },
  { name: 'touch-icon', html: (to) => `<link rel="apple-touch-icon" href="${to}"><link rel="mask-icon" href="${to}">` },
  { name: 'search', html: (to) => `<link rel="search" type="application/opensearchdescription+xml" href="${to}">` },
  { name: 'preload-image', html: (to) => `<link rel="preload" as="image" imagesrcset="${to} 1x">` },
  { name: 'preload-font', html: (to) => `<link rel="preload" as="font" crossorigin href="${to}">` },
  {
    name: 'object-svg',
    html: (to) => `<object type="image/svg+xml" data="${to}"></object><applet archive="${to}"></applet>`,
  },
  { name: 'web-bundle', html: (to) => `<script type="webbundle">{"source":"${to}","resources":["${to}-a"]}</script>` },
  { name: 'fenced-frame', html: (to) => `<fencedframe></fencedframe><portal src="${to}"></portal>` },
  {
    name: 'frame-data',
    html: (to) => `<iframe src="data:text/html,<script>fetch('${to}',{mode:'no-cors'})</script>"></iframe>`,
  },
  { name: 'frame-javascript', html: (to) => `<iframe src="javascript:fetch('${to}',{mode:'no-cors'})"></iframe>` },
  {
    name: 'frame-blob',
    script: (to) =>
      `{ const frame = document.createElement('iframe'); frame.src = URL.createObjectURL(new Blob(['<img src="${to}">'], { type: 'text/html' })); document.body.append(frame) }`,
  },
  {
    name: 'frame-unload',
    script: (to) =>
      `{ const frame = document.createElement('iframe'); document.body.append(frame); frame.contentWindow.onpagehide = () => navigator.sendBeacon('${to}', 'x'); frame.remove() }`,
  },
  // Hints.
  { name: 'prefetch', html: (to) => `<link rel="prefetch" href="${to}">` },
  { name: 'preload', html: (to) => `<link rel="preload" as="script" href="${to}">` },
  { name: 'modulepreload', html: (to) => `<link rel="modulepreload" href="${to}">` },
  { name: 'preconnect', html: (_, { port }) => `<link rel="preconnect" href="http://127.0.0.1:${port}">` },
  { name: 'dns-prefetch', html: () => '<link rel="dns-prefetch" href="//prefetched.example">' },
  { name: 'prerender', html: (to) => `<link rel="prerender" href="${to}">` },
  {
    name: 'speculation-prefetch',
    html: (to) => `<script type="speculationrules">{"prefetch":[{"urls":["${to}"],"eagerness":"immediate"}]}</script>`,
  },
  {
    name: 'speculation-prerender',
    html: (_, { ownPort }) =>
      `<script type="speculationrules">{"prerender":[{"urls":["http://127.0.0.2:${ownPort}/prerendered"],"eagerness":"immediate"}]}</script>`,
  },
  { name: 'link-header', header: (to) => ['Link', `<${to}>; rel=preload; as=script`] },
  // Hints and reports by headers.
  { name: 'preconnect-header', header: (to) => ['Link', `<${new URL(to).origin}>; rel=preconnect`] },
  { name: 'speculation-header', header: (to) => ['Speculation-Rules', `"${to}"`] },
  {
    name: 'embedder-report',
    header: (to) => ['Cross-Origin-Embedder-Policy-Report-Only', `require-corp; report-to="default"; x="${to}"`],
  },
  { name: 'permissions-report', header: () => ['Permissions-Policy-Report-Only', 'geolocation=();report-to=default'] },
  // Reports.
  {
    name: 'csp-report',
    header: (to) => ['Content-Security-Policy', `base-uri 'none'; report-uri ${to}`],
    html: () => '<base href="/x">',
  },
  { name: 'reporting', header: (to) => ['Reporting-Endpoints', `default="${to.replace('http', 'https')}"`] },
  { name: 'reporting-csp', header: () => ['Content-Security-Policy', "base-uri 'none'; report-to default"] },
  {
    name: 'report-to',
    header: (to) => [
      'Report-To',
      JSON.stringify({ group: 'nel', max_age: 99, endpoints: [{ url: to.replace('http', 'https') }] }),
    ],
  },
  {
    name: 'nel',
    header: () => ['NEL', '{"report_to":"nel","max_age":99,"success_fraction":1.0,"failure_fraction":1.0}'],
  },
  // Other schemes leave nothing to count, but must not break anything.
  ...[
    'file:///etc/passwd',
    'chrome://version/',
    'view-source:http://127.0.0.1/',
    'ftp://127.0.0.1/',
    'filesystem:http://127.0.0.1/temporary/x',
  ].map((url): Attempt => ({ name: `scheme-${url.split(':')[0]}`, html: () => `<iframe src="${url}"></iframe>` })),
]
