/** Attacks by pages and their frames: size after insertion, patterns that take long, hidden frames, own headers, and free pages. */

import type { Random } from '../random.ts'
import {
  type ClassAnswer,
  type ClassAttack,
  type DrawAttack,
  repeat,
  type SiteName,
  type SiteReply,
  secret,
  shown,
} from './class-attack.ts'

const outputs = ['markdown', 'text', 'clean_html', 'links', 'emails', 'images', 'raw_html'] as const
const few = '<!doctype html><title>Towns</title><p>Few words.</p>'
const onNear = (pages: Record<string, SiteReply>) => () => ({ near: pages })
const frameOf = (random: Random, url: string) =>
  random.pick([
    `<iframe src="${url}"></iframe>`,
    `<object data="${url}" type="text/html"></object>`,
    `<embed src="${url}" type="text/html">`,
  ])

/** An output may be 8 times as long as its page, or 2 Mi characters. */
function findTooLong({ body, sentBytes, outcome }: ClassAnswer): string | null {
  if (outcome !== 'page') return null
  const extra = Object.values((body.extra ?? {}) as Record<string, unknown>)
  const longest = Math.max(Number(body.total_chars ?? 0), ...extra.map((one) => JSON.stringify(one ?? '').length))
  const limit = Math.max(2 * 1024 * 1024, 8 * sentBytes)
  return longest > limit ? `an output of ${longest} characters for ${sentBytes} bytes` : null
}

export const drawSize: DrawAttack = (random) => {
  const count = random.integer(2, 400)
  const text = random.pick(['x ', 'ж ', '&amp;', '<p>a', '<b>b', '<li>c', '| ', '<td>d'])
  const content = 'ж'.concat(text.repeat((random.integer(1, 180) * 1000) / text.length))
  const urlOf = random.pick<(n: number) => string>([
    () => '/f',
    (n) => `/f#${n}`,
    (n) => `/f?${n % 3}`,
    (n) => `./x/../f?${n % 2}#${n}`,
  ])
  const inner = random.pick(['', '<iframe src=/f></iframe>'.repeat(20), '<iframe src=/g></iframe>'.repeat(20)])
  const srcdoc = `<iframe srcdoc="${content.slice(0, 180_000 / count).replaceAll('"', '')}"></iframe>`
  const frames = random.chance(0.2)
    ? repeat(count, () => srcdoc)
    : repeat(count, (n) => `<iframe src="${urlOf(n)}"></iframe>`)
  const extra = outputs.slice(1).filter(() => random.chance(0.4))
  return {
    name: `${count} frames of ${content.length} characters of ${JSON.stringify(text)}, ${extra.join(', ')}`,
    sites: onNear({
      '/': { body: few + frames },
      '/f': { body: `${inner}${random.pick(['', '<pre>'])}${content}` },
      '/g': { body: `<iframe src=/f></iframe>${content}` },
    }),
    parameters: { main_content: random.chance(0.5), extra_outputs: extra.slice(0, 5) },
    findFault: findTooLong,
  }
}

const tokens = [
  ...[
    '<meta ',
    '<base ',
    '<style',
    '<style>',
    '<script>',
    '<!--',
    '<a href="',
    '<a href=x>',
    '[',
    '](',
    '`',
    '**',
    '_ ',
  ],
  ...[
    '|',
    '&',
    '&#',
    '<table><tr><td>',
    '<li>',
    '<ul>',
    '{',
    '}',
    ':is(',
    'http-equiv=refresh ',
    'content="0;url=',
    ' ',
  ],
  ...[
    '\n',
    'word ',
    '<b>',
    '</p>',
    '<svg>',
    '<select><option>',
    '<template>',
    '<ruby><rt>',
    '"',
    "'",
    '=',
    '>',
    '<',
    ',',
  ],
  ...[
    '\u0301',
    'a@',
    '@b.',
    'http://',
    '404 ',
    'Sign in ',
    '<h1>',
    '<h2>',
    '</',
    '<font>',
    '<frameset>',
    '<math>',
    '\\',
    '/',
  ],
  ...[
    '1.',
    '2024-01-01 ',
    '<iframe srcdoc="',
    'style="color:red"',
    'var(--a)',
    '<details>',
    '<dt>',
    '<sup>1</sup>',
    '<br>',
  ],
] as unknown as [string, ...string[]]

/** Writes text from which a pattern that backtracks would suffer, in one of the places that are scanned. */
export const drawPattern: DrawAttack = (random) => {
  const piece = repeat(random.integer(1, 3), () => random.pick(tokens))
  const [name, wrap] = random.pick<[string, (text: string) => string]>([
    ['the body', (text) => `${few}${text}`],
    ['the head', (text) => `<meta http-equiv=refresh content="9;url=/ok">${text}`],
    ['a style sheet', (text) => `${few}<style>${text}</style><p class=a>x`],
    ['JSON-LD', (text) => `${few}<script type="application/ld+json">{"@type":"Article","name":"${text}"}</script>`],
    ['an attribute', (text) => `${few}<p title="${text.replaceAll('"', '')}" style='${text.replaceAll("'", '')}'>x`],
    ['the title', (text) => `<title>${text}</title>${few}`],
  ])
  const parameters = { output: random.pick(outputs), main_content: random.chance(0.5) }
  const ofSize = (chars: number): ClassAttack => ({
    name: `${chars} characters of ${JSON.stringify(piece)} in ${name} as ${parameters.output}`,
    sites: onNear({ '/': { body: wrap(piece.repeat(chars / piece.length)) }, '/ok': { body: few } }),
    parameters,
    findFault: findTooLong,
  })
  const chars = random.integer(40_000, 120_000)
  return {
    ...ofSize(chars),
    smaller: ofSize(chars / 4),
    findFault: (answer, smaller) =>
      answer.cpuMs > 8 * (smaller?.cpuMs ?? 0) + 500
        ? `${Math.round(answer.cpuMs)} ms, and ${Math.round(smaller?.cpuMs ?? 0)} ms for a quarter`
        : findTooLong(answer),
  }
}

const hidings: readonly [string, ...string[]] = [
  ...(['display:none', 'visibility:hidden', 'opacity:0', 'position:absolute;left:-9999px'] as const),
  ...['position:fixed;top:-3000px', 'clip-path:inset(50%);position:absolute'],
  ...['transform:scale(0)', 'max-height:0;overflow:hidden', 'content-visibility:hidden', 'display:none!important'],
]

/** Hides a frame, but nothing else: other content overflows. */
const withoutRoom = ['width:0;height:0;border:0', 'max-height:0', 'position:absolute;clip:rect(0,0,0,0)'] as const

interface FramedPage {
  html: string
  pages: Record<string, SiteReply>
}

export const drawHiddenFrame: DrawAttack = (random) => {
  const hiding = random.pick(hidings)
  const text = `<p>${secret} is the answer to everything.</p>`
  const visible = `<p>${shown} is a town by the sea.</p>`
  const content = (inner: string) => inner.replaceAll('"', '&quot;')
  const frame = (attributes: string, inner: string, around = (html: string) => html): FramedPage =>
    random.chance(0.5)
      ? { html: around(`<iframe ${attributes} srcdoc="${content(inner)}"></iframe>`), pages: {} }
      : { html: around(`<iframe ${attributes} src="/f"></iframe>`), pages: { '/f': { body: inner } } }
  const [place, write] = random.pick<[string, () => FramedPage]>([
    ['the frame', () => frame(`style="${random.pick([hiding, ...withoutRoom])}"`, text)],
    [
      'a selector of the frame',
      () => {
        const rule = `${random.pick(['.a', 'iframe', 'iframe.a'])}{${random.pick([hiding, ...withoutRoom])}}`
        return frame('class=a', text, (html) => `<style>${rule}</style>${html}`)
      },
    ],
    ['what is around the frame', () => frame('', text, (html) => `<div style="${hiding}">${html}</div>`)],
    ['the frame’s own sheet', () => frame('', `<style>.a{${hiding}}</style>${visible}<div class=a>${text}</div>`)],
    ['the frame’s own body', () => frame('', `<style>body{${hiding}}</style>${text}`)],
    ['a frame in the frame', () => frame('', `${visible}<iframe style='${hiding}' srcdoc='${text}'></iframe>`)],
    ['the attribute hidden', () => frame('hidden', text)],
  ])
  const { html, pages } = write()
  const keeps = html.includes(shown) || JSON.stringify(pages).includes(shown)
  return {
    name: `${hiding} on ${place}: ${html.slice(0, 100)}`,
    sites: onNear({ '/': { body: `${few}${html}` }, ...pages }),
    parameters: { main_content: false, extra_outputs: ['clean_html', 'text'] },
    findFault({ text, outcome }) {
      if (outcome !== 'page') return `it was not read: ${outcome}`
      if (text.includes(secret)) return 'hidden text is in the result'
      return keeps && !text.includes(shown) ? 'visible text is missing' : null
    },
  }
}

/** Redirects and frames between two origins. A page of the far one may not choose what receives the caller's own headers. */
export const drawOwnHeaders: DrawAttack = (random) => {
  const hops = Array.from({ length: random.integer(0, 4) }, () => random.pick<SiteName>(['near', 'far']))
  const places: readonly SiteName[] = ['near', ...hops]
  const last = places.at(-1) as SiteName
  const inFrame = random.pick<SiteName>(['near', 'far'])
  const isRedirected = random.chance(0.3)
  return {
    name: `${places.join(' → ')}, with a frame of ${inFrame}${isRedirected ? ', redirected' : ''}, with a frame of near`,
    sites(urls) {
      const sites: Record<SiteName, Record<string, SiteReply>> = { near: {}, far: {} }
      const pathOf = (n: number) => (n === 0 ? '/' : `/hop-${n}`)
      for (const [n, place] of places.entries()) {
        const next = places[n + 1]
        const location = next && `${urls[next]}${pathOf(n + 1)}`
        const framed = `${few}${frameOf(random, `${urls[inFrame]}${isRedirected ? '/moved' : '/frame'}`)}`
        sites[place][pathOf(n)] = location ? { status: 302, headers: { location } } : { body: framed }
      }
      const inner = `<p>Frame.</p>${frameOf(random, `${urls.near}/chosen`)}`
      for (const place of ['near', 'far'] as const) {
        sites[place]['/moved'] = { status: 302, headers: { location: `${urls.far}/frame` } }
        sites[place]['/frame'] = { body: inner }
      }
      sites.near['/chosen'] = { body: '<p>Chosen by another page.</p>' }
      return sites
    },
    parameters: { headers: { 'X-Own-Secret': 's' }, cookies: { own: 's' } },
    findFault({ seen }) {
      const isChosenByFar = last === 'far' || inFrame === 'far' || isRedirected
      const wrong = seen.filter(
        ({ site, path, hasOwn }) =>
          hasOwn &&
          (site === 'far' || (path === '/chosen' && isChosenByFar) || (/frame|moved/.test(path) && last === 'far')),
      )
      return wrong.length > 0 ? `own headers went to ${JSON.stringify(wrong)}` : null
    },
  }
}

const signIn =
  '<!doctype html><title>Sign in</title><main><h1>Sign in to continue</h1><form action="/login" method="post"><label>Email<input type="email"></label><label>Password<input type="password"></label><button>Sign in</button></form><a href="/forgot">Forgot your password?</a>'
const missing = '<!doctype html><title>404 Not Found</title><h1>Page not found</h1><p>Sorry, it no longer exists.</p>'

export const drawFreePage: DrawAttack = (random) => {
  const framed = repeat(random.integer(1, 5), (n) => frameOf(random, random.pick(['/f', `/f?${n}`, '/f.txt'])))
  const status = random.pick([400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 599])
  const [name, pages] = random.pick<[string, Record<string, SiteReply>]>([
    [`status ${status}`, { '/': { status, body: few + framed } }],
    ['a sign-in page', { '/': { status: 302, headers: { location: '/login' } }, '/login': { body: signIn + framed } }],
    ['a missing page', { '/': { body: missing + framed } }],
  ])
  const content = repeat(random.integer(1, 300), () => `<p>${secret} is a small town with a market and a mill.</p>`)
  return {
    name: `${name} with ${framed.slice(0, 120)}`,
    sites: onNear({
      ...pages,
      '/f': { body: content },
      '/f.txt': { headers: { 'content-type': 'text/plain' }, body: content },
    }),
    parameters: {
      output: random.pick(outputs),
      main_content: random.chance(0.5),
      render_js: name.startsWith('status') && random.chance(0.25),
    },
    findFault({ body, text, seen }) {
      const hasFailed = name.startsWith('status')
      // A page that isn't taken for a failure is charged, with its frames.
      if (body.credits_charged !== 0) return hasFailed ? `it was charged ${body.credits_charged}` : null
      const others = seen.filter(({ path }) => path.startsWith('/f'))
      if (others.length > 0) return `its frames were loaded: ${JSON.stringify(others)}`
      return text.includes(secret) ? 'the content of its frames is free' : null
    },
  }
}
