/** Pages with a `srcdoc` frame that is hidden, hides its own text, or shows it. */

import { markup, sheet, type Way } from './way.ts'

const frame = (attributes: string, before = '', inside: Way['body'] = (text) => `<p>${text}</p>`): Way =>
  markup(
    `${before}<iframe ${attributes}>`,
    (text) => `${before}<iframe ${attributes} srcdoc="${inside(text).replaceAll('"', '&quot;')}"></iframe>`,
  )

export const hiddenFrames: readonly Way[] = [
  frame('style="display:none"'),
  frame('style="visibility:hidden"'),
  frame('style="opacity:0"'),
  frame('style="height:0"'),
  frame('style="position:absolute;left:-9999px"'),
  frame('style="clip-path:inset(50%)"'),
  frame('style="transform:scale(0)"'),
  frame('hidden'),
  frame('width="0" height="0"'),
  frame('width="1" height="1"'),
  frame('id="f"', '<style>#f{opacity:0}</style>'),
  frame('id="g"', '<style>#g{width:0;height:0;border:0}</style>'),
  frame('width="505"', '<style>iframe{max-height:0}</style>'),
  frame('width="506"', '<style>p + iframe{display:none}</style><p>Before.</p>'),
  frame('width="507"', '', (text) => `<style>iframe{height:0}</style><iframe srcdoc="<p>${text}</p>"></iframe>`),
  frame('width="500"', '', (text) => `<style>p{display:none}</style><p>${text}</p><b>Shown.</b>`),
  frame('width="501"', '', (text) => `<style>body{background:#fff}.h{color:#fff}</style><p class="h">${text}</p>`),
  frame('width="502"', '', (text) => `<iframe style="display:none" srcdoc="<p>${text}</p>"></iframe>`),
  frame('width="503"', '', (text) => `<b>Shown.</b><iframe style="display:none" srcdoc="<p>${text}</p>"></iframe>`),
  frame(
    'width="504"',
    '',
    (text) => `<b>Shown.</b><div hidden><iframe srcdoc="<p>${text}</p>"></iframe></div><i>End.</i>`,
  ),
]

export const visibleFrames: readonly Way[] = [
  frame('width="500"'),
  frame('style="width:100%;height:300px;border:0"'),
  frame('id="g"', '<style>.other,#g .row{width:0}#g{height:300px}</style>'),
  frame('class="f"', '<style>.f p{display:none}.a{display:none}</style>', (text) => `<p class="a">${text}</p>`),
  frame('width="503"', '', (text) => `<style>body{background:#222;color:#fff}</style><p>${text}</p>`),
  sheet(
    "another frame's sheet",
    '',
    (text) => `<iframe srcdoc="<style>.a{display:none}</style>Shown."></iframe><p class="a">${text}</p>`,
  ),
]
