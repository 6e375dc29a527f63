/** Arbitrary sequences of tags, text and comments for property tests of the parser. */

import fc from 'fast-check'

// Mostly elements with special parser rules.
const names = (
  'a b i em font nobr code p div span li ul dl dt dd h1 h2 pre listing table caption colgroup col tbody thead tr td th ' +
  'form button select option optgroup input textarea title script style noscript noframes iframe xmp template svg math ' +
  'foreignObject desc mi annotation-xml mglyph html head body frameset frame base br hr img image object ruby rb rt x-y plaintext'
).split(' ')
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...names) },
  fc.constantFrom('DIV', 'Td', 'é', 'a=b', 'SCRIPT', 'p"'),
)
const space = fc.constantFrom('', ' ', '\n', '\t', '\f', '\r\n', '\r', ' \n ', '/')
const text = fc.oneof(
  fc.constantFrom(
    ...[
      'a',
      ' ',
      '\n',
      'a b',
      ' a \n b ',
      '<',
      '>',
      '&',
      '&amp;',
      '&lt',
      '&notit;',
      '&#10;',
      '&#',
      '&#x0;',
      '\r',
      '\r\n',
      'é',
      '😀',
    ],
  ),
  fc.constantFrom(
    '--',
    '-->',
    '--!>',
    '<!--',
    '<!-->',
    '<!',
    '<?a',
    '</',
    ']]>',
    '<![CDATA[',
    '"',
    "'",
    '=',
    '\0',
    '<script',
    '</script',
    '<!doctype html>',
  ),
)
const value = fc.oneof(text, fc.constantFrom('', 'b', 'hidden', 'text/html', '?a=1&copy=2&amp;b', 'a"b', "a'b", 'a>b'))
const attribute = fc
  .tuple(
    space,
    fc.oneof(name, fc.constantFrom('id', 'TYPE', 'type', 'encoding', 'color', 'href', 'xlink:href', '=')),
    space,
    value,
    fc.constantFrom('', "'", '"'),
    fc.boolean(),
  )
  .map(
    ([before, key, around, of, quote, hasValue]) =>
      ` ${before}${key}${hasValue ? `${around}=${around}${quote}${of}${quote}` : ''}`,
  )
const startTag = fc
  .tuple(name, fc.array(attribute, { maxLength: 3 }), space, fc.constantFrom('>', '>', '>', '/>', ''))
  .map(([of, attributes, after, end]) => `<${of}${attributes.join('')}${after}${end}`)
const endTag = fc
  .tuple(name, space, fc.constantFrom('>', '>', '>', ' a=b>', ''))
  .map(([of, after, end]) => `</${of}${after}${end}`)
const comment = fc.array(text, { maxLength: 3 }).map((parts) => `<!--${parts.join('')}-->`)
export const tagSoup = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: startTag },
      { weight: 3, arbitrary: endTag },
      { weight: 3, arbitrary: text },
      comment,
    ),
    { maxLength: 25, size: 'max' },
  )
  .map((parts) => parts.join(''))
