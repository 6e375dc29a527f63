import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { isElement, walk } from '../../../src/html/traverse.ts'
import { hidingRules } from '../../../src/html/visibility/hiding-rules.ts'
import { HidingRuleSet } from '../../../src/html/visibility/rule-set.ts'

const rules = new HidingRuleSet(hidingRules)

/** The rule that hides the first element of a body. */
function reasonOf(html: string): string | null {
  let reason: string | null | undefined
  walk(parseDocument(`<body>${html}`, 'https://example.com/').root, (node) => {
    if (!isElement(node) || ['html', 'head', 'body'].includes(node.name)) return
    reason ??= rules.find(node)?.reason ?? null
    return false
  })
  return reason ?? null
}

it.each([
  ['hidden attribute', '<p hidden>x'],
  ['hidden until found', '<p hidden="until-found">x'],
  ['display of a drawing', '<svg display="none">x'],
  ['visibility of a drawing', '<svg visibility="hidden">x'],
  ['opacity of a drawing', '<svg opacity="0.0">x'],
  ['popover', '<p popover>x'],
  ['closed dialog', '<dialog>x</dialog>'],
  ['display', '<p style="color:red;DISPLAY : NONE">x'],
  ['visibility', '<p style="visibility:collapse">x'],
  ['opacity', '<p style="opacity: 0.0">x'],
  ['colour', '<p style="color:transparent">x'],
  ['clip', '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">x'],
  ['clip-path', '<p style="clip-path:inset(50%)">x'],
  ['scale', '<p style="transform:scale(0)">x'],
  ['text-indent', '<p style="text-indent:-999px">x'],
  ['position', '<p style="position:absolute;left:-9999px">x'],
  ['font-size', '<p style="font-size:0">x'],
  ['size', '<p style="height:0;overflow:hidden">x'],
  ['small font', '<p style="font-size:1px">x'],
  ['small font', '<p style="font:bold 2px serif">x'],
  ['far position', '<p style="right:300vw">x'],
  ['far off the page', '<p style="transform:translateX(-20000px)">x'],
  ['axis scaled to zero', '<p style="transform:scaleY(0)">x'],
  ['rotation', '<p style="transform:rotateX(90deg)">x'],
  ['faintness', '<p style="opacity:0.01">x'],
  ['letter-spacing', '<p style="letter-spacing:-20px">x'],
  ['content-visibility', '<p style="content-visibility:hidden">x'],
  ['filter', '<p style="filter:opacity(0)">x'],
  ['zoom', '<p style="zoom:0">x'],
  ['clip shape', '<p style="clip-path:circle(0)">x'],
  ['faint color', '<p style="color:rgba(0, 0, 0, 0)">x'],
  ['faint color', '<p style="color:rgb(255 0 0 / 0%)">x'],
  ['faint color', '<p style="color:#12345600">x'],
  ['faint color', '<p style="color:#fff0">x'],
  ['background color', '<p style="background:#FFF;color:rgb(255, 255, 255)">x'],
  ['screen-reader class', '<p class="a sr-only">x'],
  ['hidden field', '<input type="hidden" value="x">'],
  ['inert template', '<template>x</template>'],
  ['data block', '<script type="text/plain">x</script>'],
  ['fallback content', '<canvas>x</canvas>'],
  ['noscript', '<noscript>x</noscript>'],
])('the rule %s hides %s', (reason, html) => {
  expect(reasonOf(html)).toBe(reason)
})

it('every rule has a unique reason', () => {
  const reasons = hidingRules.map(({ reason }) => reason)
  expect(new Set(reasons).size).toBe(reasons.length)
})

it.each([
  '<p>x',
  '<p hidden id="S:1">x',
  '<dialog open>x</dialog>',
  '<p style="backface-visibility:hidden;--display:none">x',
  '<p class="wow" style="visibility:hidden">x',
  '<p opacity="0">x',
  '<svg opacity="0.3">x',
  '<p style="opacity:0;transform:translateY(20px)">x',
  '<p style="opacity:0.001;transition:opacity 1s">x',
  '<p style="color:transparent;background-clip:text;background:linear-gradient(red,blue)">x',
  '<p style="font-size:0"><span style="font-size:14px">x</span>',
  '<p style="height:0;padding-bottom:56.25%;overflow:hidden">x',
  '<p style="color:#000000">x',
  '<p style="color:#0000ff">x',
  '<p style="color:#fff0f5">x',
  '<p style="color:rgb(255, 0, 0)">x',
  '<p style="color:rgb(0 0 0)">x',
  '<p style="color:hsl(120, 100%, 0%)">x',
  '<p style="color:#fff;background:#000">x',
  '<p class="not-sr-only sr-only">x',
  '<template shadowrootmode="open">x</template>',
  '<script type="application/ld+json">{}</script>',
])('no rule hides %s', (html) => {
  expect(reasonOf(html)).toBeNull()
})
