/** Pages that try to script or exhaust the playground, break out of their frame, or load something. */

import type { Site } from '../../../origin.ts'

/** `canary` is a URL that must never be requested. */
const attacks = (canary: string) => `
<script>window.parent.postMessage('reached', '*'); parent.document.title = 'hacked'; top.location = '${canary}/top'</script>
<script src="${canary}/script.js"></script>
<img src="${canary}/pixel.png" onerror="parent.hacked = 1" alt="a picture">
<svg onload="parent.hacked = 1"><a href="javascript:parent.hacked = 1"><text>svg</text></a><image href="${canary}/svg.png"/></svg>
<iframe src="${canary}/frame"></iframe><iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>
<object data="${canary}/object"></object><embed src="${canary}/embed">
<link rel="stylesheet" href="${canary}/style.css"><link rel="prefetch" href="${canary}/prefetch"><base href="${canary}/base/">
<meta http-equiv="refresh" content="2; url=${canary}/refresh">
<style>@import url("${canary}/import.css"); * { background: url("${canary}/background.png") !important }
html, body, main { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: red !important }</style>
<div style="position:fixed;inset:-9999px;z-index:2147483647;background:red url('${canary}/inline.png')">over everything</div>
<form action="${canary}/form" method="post" target="_top"><input name="key" autofocus value="typed"><button>send me</button></form>
<video src="${canary}/video" poster="${canary}/poster" autoplay></video><audio src="${canary}/audio" autoplay></audio>
<a href="${canary}/link" target="_top" ping="${canary}/ping" onclick="parent.hacked = 1">leave from here</a>
<a href="javascript:window.opener.hacked = 1">run from here</a>
</iframe></main></body></html><script>parent.hacked = 1</script>
<div><template shadowrootmode="open"><img src="${canary}/shadow.png"></template></div>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${canary}/mxss onerror=parent.hacked=1&gt;">`

/** A short page that soon navigates away counts as a redirect, so its content isn't read. */
const enoughWords = 'word '.repeat(60)

const evil = (attack: string) =>
  `<!doctype html><title></title><script>hacked=1</script></title><main><h1>Evil</h1><p>the start of it</p><p>${enoughWords}</p>${attack}</main>`

export const hostileSite = (canary: string): Site => ({
  '/evil': { body: evil(attacks(canary)) },
  // The element stays in place, so that it can be clicked.
  '/evil-links': { body: evil(attacks(canary).replace(/<meta[^>]*>/, '')) },
  '/evil.md': {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
    body: `# Evil\n\nthe start of it\n\n${attacks(canary)}\n\n[leave from here](${canary}/link "&quot; onclick=&quot;parent.hacked=1") [run from here](javascript:parent.hacked=1)\n\n![a picture](${canary}/pixel.png)\n\n# [x](javascript:alert(1)) <img src=x onerror=parent.hacked=1>\n`,
  },
  '/large.md': {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
    body: Array.from(
      { length: 1000 },
      (_, n) => `## Chapter ${n + 1}\n\n${`word ${'of a long text '.repeat(260)}\n\n`}`,
    ).join(''),
  },
})
