/** Generates selectors and documents for comparisons with browsers, including forms, SVG and languages. */

import fc from 'fast-check'

const some = fc.constantFrom

const types = some('a', 'b', 'p', 'LI', 'svg', 'input', 'option', '*')
const names = some('.x', '#y', '[id]', '[ID]', '[class~="x"]', '[class^=""]')
const values = some('[type=TEXT i]', '[title=A i]', '[title|=A]', '[lang|=de]', '[title*="b"]', '[rel~=next]')
const states = some(
  ...':link :any-link :visited :focus :hover :target :focus-within :focus-visible :active :defined'.split(' '),
  ...[':lang(de)', ':lang(en-US)', ':root', ':scope', ':empty'],
)
const rules = some('2', 'odd', '2n + 1', '-n+2', 'n')
const positions = fc.oneof(
  some(':first-child', ':last-child', ':only-child', ':first-of-type', ':last-of-type', ':only-of-type'),
  fc
    .tuple(some('child', 'last-child', 'of-type', 'last-of-type'), rules)
    .map(([name, rule]) => `:nth-${name}(${rule})`),
)

const plain = fc
  .tuple(fc.option(types, { nil: '' }), fc.array(fc.oneof(names, values, states, positions), { maxLength: 2 }))
  .map(([type, rest]) => type + rest.join('') || '*')
const combinator = some(' ', ' > ', ' ~ ', ' + ')

function chainOf(compound: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(compound, fc.array(fc.tuple(combinator, compound), { maxLength: 2 }))
    .map(([first, rest]) => first + rest.flat().join(''))
}

const chain = chainOf(plain)
const broken = some(':unknown', 'a >', '', '1a', ':has(:has(a))', ':not(:unknown)', ':contains(")")')
const calls = fc.oneof(
  fc
    .tuple(some(':is', ':where', ':IS'), fc.array(chain, { minLength: 1, maxLength: 2 }))
    .map(([name, list]) => `${name}(${list.join(', ')})`),
  fc.tuple(chain, some('', ', :root')).map(([inner, more]) => `:not(${inner}${more})`),
  fc.tuple(some('', '> ', '~ ', '+ '), chain).map(([relation, inner]) => `:has(${relation}${inner})`),
)

/** Generates mostly valid selectors. */
export const drawnSelector = fc.oneof(
  { weight: 2, arbitrary: chain },
  { weight: 4, arbitrary: chainOf(fc.tuple(plain, calls).map((parts) => parts.join(''))) },
  { weight: 1, arbitrary: broken },
)

const flags = fc
  .subarray(
    [
      'disabled',
      'required',
      'readonly',
      'checked',
      'multiple',
      'placeholder="p"',
      'class=x',
      'id=y',
      'title=A-b',
      'value=v',
      'lang=de-CH',
      'lang=EN-us',
    ],
    { maxLength: 3 },
  )
  .map((list) => list.join(' '))
const inputTypes = some(
  '',
  'type=text',
  'type=TEXT',
  'type=checkbox',
  'type=radio',
  'type=submit',
  'type=hidden',
  'type=number',
  'type=file',
  'type=tel',
  'type=range',
  'type=none',
)
const pieces = fc.oneof(
  fc
    .tuple(
      some(
        'a href=x',
        'a',
        'b',
        'p',
        'li',
        'div',
        'form',
        'fieldset',
        'fieldset disabled',
        'legend',
        'bdi',
        'button',
        'button type=button',
      ),
      flags,
    )
    .map(([tag, list]) => `<${tag} ${list}>`),
  fc.tuple(inputTypes, flags).map((parts) => `<input ${parts.join(' ')}>`),
  fc
    .tuple(flags, flags, flags)
    .map(
      ([one, two, three]) => `<select ${one}><optgroup ${two}><option ${three}>1</optgroup><option ${two}>2</select>`,
    ),
  fc.tuple(flags, some('', 'text', '\n')).map(([list, text]) => `<textarea ${list}>${text}</textarea>`),
  flags.map(
    (list) =>
      `<svg viewBox="0 0 1 1" ${list}><linearGradient id=y class="X x"/><a xlink:href="/s" type=TEXT><foreignObject><p class=x>t</p></foreignObject></a></svg>`,
  ),
  some(
    '</a>',
    '</b>',
    '</p>',
    '</div>',
    '</form>',
    '</fieldset>',
    '</legend>',
    '</bdi>',
    '</button>',
    'text',
    'שלום',
    ' 1 ',
    '<!-- c -->',
    '<link rel=next href=l>',
    '<area href=r>',
    '<b class="a\u00a0x">',
    '<b class="x\ty" title=b>',
    '<math><mi>x</mi></math>',
  ),
)

/** Generates documents in standards mode. */
export const drawnDocument = fc
  .tuple(some('<!doctype html>', '<!doctype html><html lang=de>'), fc.array(pieces, { minLength: 3, maxLength: 25 }))
  .map(([doctype, parts]) => `${doctype}<body>${parts.join('')}`)
