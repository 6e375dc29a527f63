/** Documents of every shape and length, to measure how reading time grows. */

interface Shape {
  name: string
  /** Returns an ASCII document of about this many bytes. */
  make(bytes: number): string
}

/** Returns numbered pieces up to the given length. */
function pieces(bytes: number, piece: (n: number) => string): string {
  const parts: string[] = []
  for (let n = 0, length = 0; length < bytes; n++) {
    const part = piece(n)
    length += part.length
    parts.push(part)
  }
  return parts.join('\n')
}

function repeated(name: string, piece: (n: number) => string): Shape {
  return { name, make: (bytes) => page(pieces(bytes, piece)) }
}

/** Wraps all pieces in one element. */
function within(name: string, open: string, close: string, piece: (n: number) => string): Shape {
  return { name, make: (bytes) => page(open + pieces(bytes, piece) + close) }
}

function page(body: string): string {
  return `<!doctype html><html lang=en><head><title>Growth</title></head><body>\n${body}\n</body></html>`
}

const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda my nu xi omikron pi rho sigma tau'.split(
  ' ',
)
const sentence = (n: number, length = 12) =>
  `${Array.from({ length }, (_, at) => words[(n * 7 + at * at) % words.length]).join(' ')} ${n}.`
const nested = (open: string, close: string, levels: number, inside: string) =>
  open.repeat(levels) + inside + close.repeat(levels)

const texts: Shape[] = [
  repeated('paragraphs', (n) => `<p>${sentence(n, 40)} It has <b>bold</b> and <i>slanted</i> words.</p>`),
  { name: 'one long text', make: (bytes) => page(pieces(bytes, (n) => sentence(n))) },
  { name: 'one long word', make: (bytes) => page('w'.repeat(bytes)) },
  repeated('headings', (n) => `<h${(n % 6) + 1} id="h${n}">${sentence(n, 4)}</h${(n % 6) + 1}><p>${sentence(n)}</p>`),
  repeated('line breaks', (n) => `${sentence(n, 6)}<br>`),
  repeated('character references', (n) => `<p>Fish &amp; chips &lt;${n}&gt; &eacute;&nbsp;&#8364;&hellip;</p>`),
  repeated('signs of markdown', (n) => `<p>* [${n}] _a_ \`b\` # *c* ~~d~~ &lt;e&gt; | f \\ 1. g</p>`),
  repeated('invisible characters', (n) => `<p>zero&#8203;width&#8205; joined&shy;words ${n}&#8206;</p>`),
  repeated('code blocks', (n) => `<pre><code class="language-js">let a${n} = ${n}\nif (a) {\n  b()\n}</code></pre>`),
  repeated(
    'quotes',
    (n) => `<blockquote><p>${sentence(n)}</p><blockquote>${sentence(n + 1)}</blockquote></blockquote>`,
  ),
  repeated('comments', (n) => `<!-- ${sentence(n)} --><p>${n}</p>`),
  repeated(
    'e-mail addresses',
    (n) => `<p>Write to name${n}@example${n % 100}.com or to other.${n} (at) example.org.</p>`,
  ),
]

const linksAndMedia: Shape[] = [
  repeated('links', (n) => `<p><a href="/path/page-${n}?q=${n}">Link number ${n}</a> and words.</p>`),
  repeated('links to fragments', (n) => `<p id="n${n}"><a href="#n${n + 1}">${n}</a></p>`),
  repeated('footnotes', (n) => `<p>Text<sup><a href="#fn${n}">${n}</a></sup></p><p id="fn${n}">Note ${n}</p>`),
  repeated('images', (n) => `<img src="/i/${n}.jpg" srcset="/i/${n}-2.jpg 2x" alt="Image ${n}" width=400 height=300>`),
  repeated('frames and templates', (n) => `<iframe src="/f/${n}"></iframe><template><p>${n}</p></template>`),
]

const lists: Shape[] = [
  within('one list', '<ul>', '</ul>', (n) => `<li>${sentence(n, 5)}</li>`),
  repeated('lists of 200 levels', (n) => nested('<ul><li>item', '</li></ul>', 200, String(n))),
  within('definitions', '<dl>', '</dl>', (n) => `<dt>Term ${n}</dt><dd>${sentence(n)}</dd>`),
  repeated(
    'menus',
    (n) => `<nav><ul><li><a href="/m/${n}">Menu ${n}</a></li><li><a href="/o/${n}">Other</a></li></ul></nav>`,
  ),
]

const tables: Shape[] = [
  within(
    'one table',
    '<table>',
    '</table>',
    (n) => `<tr><td>${n}</td><td>${sentence(n, 3)}</td><td>${n * 7}</td></tr>`,
  ),
  within('one table without end tags', '<table>', '</table>', (n) => `<tr><td>${n}<td>b<td>c`),
  repeated('small tables', (n) => `<table><tr><th>a</th><th>b</th></tr><tr><td>${n}</td><td>x</td></tr></table>`),
  {
    name: 'a table of 20 wide rows',
    make: (bytes) => page(`<table>${`<tr>${pieces(bytes / 20, (n) => `<td>cell ${n}</td>`)}</tr>`.repeat(20)}</table>`),
  },
  repeated('nested tables', (n) => nested('<table><tr><td>', '</td></tr></table>', 20, sentence(n, 3))),
]

const elements: Shape[] = [
  { name: 'divs, all open', make: (bytes) => page(pieces(bytes, (n) => `<div>deep ${n}`)) },
  { name: 'divs inside each other', make: (bytes) => page(nested('<div>', '</div>', bytes / 11, 'deep')) },
  repeated('divs of 100 levels', (n) => nested('<div>', '</div>', 100, sentence(n))),
  { name: 'formatting, all open', make: (bytes) => page(pieces(bytes, (n) => `<b>bold ${n} <i>slanted`)) },
  { name: 'formatting and paragraphs, all open', make: (bytes) => page(pieces(bytes, (n) => `<p><b><i>words ${n}`)) },
  { name: 'links, all open', make: (bytes) => page(pieces(bytes, (n) => `<a href="/${n}">link ${n} `)) },
  repeated('misnested formatting', (n) => `<p><b>bold <i>both ${n}</b> slanted</i> plain`),
  repeated('spans', (n) => `<span class="a"><span>${sentence(n, 2)}</span></span>`),
  repeated(
    'attributes',
    (n) => `<div data-a="${n}" data-b="x" aria-label="Label ${n}" title="T" role="group">${n}</div>`,
  ),
  repeated('forms', (n) => `<form><label>Name<input name="n${n}"></label><select><option>a<option>b</select></form>`),
  repeated('custom elements', (n) => `<x-card><x-title>${n}</x-title><svg><path d="M0 0h${n}"/></svg></x-card>`),
]

const styles: Shape[] = [
  repeated(
    'inline styles',
    (n) => `<p style="color:#333;display:${n % 9 ? 'block' : 'none'};margin:0">${sentence(n)}</p>`,
  ),
  repeated(
    'classes',
    (n) => `<div class="card card--${n} mt-4 is-open"><p class="text c${n % 500}">${sentence(n)}</p></div>`,
  ),
  {
    name: 'classes and a style sheet',
    make: (bytes) => {
      const sheet = pieces(bytes / 4, (n) => `.c${n}, .d${n} > p { display: ${n % 3 ? 'block' : 'none'}; color: red }`)
      const body = pieces((bytes * 3) / 4, (n) => `<div class="c${n} d${n * 3}"><p>${sentence(n)}</p></div>`)
      return page(`<style>${sheet}</style>${body}`)
    },
  },
  repeated(
    'scripts and styles',
    (n) => `<script>var a${n} = "${sentence(n)}"</script><style>.s${n} { top: 0 }</style>`,
  ),
  repeated('hidden elements', (n) => `<div hidden>${sentence(n)}</div><div aria-hidden="true">${n}</div><p>${n}</p>`),
]

export const shapes: readonly Shape[] = [...texts, ...linksAndMedia, ...lists, ...tables, ...elements, ...styles]
