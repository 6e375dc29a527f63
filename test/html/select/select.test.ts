import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { hasMatch, selectAll } from '../../../src/html/select/select.ts'
import { checkSelector } from '../../../src/html/select/selector.ts'
import { textOf } from '../../../src/html/traverse.ts'

function select(html: string, selector: string): string[] {
  expect(checkSelector(selector)).toBeNull()
  return selectAll(parseDocument(html, 'https://example.com/'), selector).map(textOf)
}

describe('checkSelector', () => {
  const good = [
    ...['p', '*', '.a.b', '#x', 'a[href]', 'a[href^="https:" i]', 'DIV > P', 'ul li:first-child', 'p + p', 'p ~ ul'],
    ...[
      'li:nth-child(2n+1)',
      'li:nth-last-of-type(odd)',
      ':is(h1, h2)',
      ':not(.ad):not(#x)',
      'div:has(> p)',
      'a, b, c',
    ],
    ...[':lang(en)', '[a=b i]', '[a="" ]', 'p:nth-child(2 of .x)', ':nth-last-child(-n + 2 OF p, .y)'],
    ...['.\\31 a', '#\\@b', '.sm\\:w-1\\/2', '.--', '#--a', '-a', 'é', '[a|="x"]', 'P:FIRST-CHILD', 'a:hover'],
    ...['a:focus', ':focus-within', ':focus-visible', ':defined'],
    ...['\\31 st', '[data-x="]"]', 'p:empty', 'input:checked', ':where(a) b', 'a:not(:has(img))', '.caf\u00e9'],
  ]
  it.each(good)('accepts %s', (selector) => {
    expect(checkSelector(selector)).toBeNull()
  })

  const bad = [
    ...[
      '',
      ' ',
      '\n\t',
      'div >',
      'div ,',
      ', a',
      '> p',
      '+ p',
      'a ~ ~ b',
      'a >> b',
      '[',
      '[a',
      '[a=',
      '[a="b]',
      'a)',
      '(a',
    ],
    ...[
      ':is(',
      ':is(a, :valid)',
      ':is(a',
      ':not',
      'p:nope',
      'p:nope(2)',
      'p::before',
      '::marker',
      'p:nth-child',
      'p:nth-child(foo)',
      '.',
      '#',
    ],
    ...[
      'a..b',
      'svg|a',
      'a || b',
      'a < b',
      '/* x',
      '{',
      '@media',
      ...['1a', 'a@b', 'p;q', 'p 1', '.1a', '#1a', '-', '-1', '#-', '[1a]', '&', 'a&b', 'a%'],
      ...['[a=]', '[a~=]', '[a=1]', '[a=b c]', '[a!=b]', '[a="x" q]', '[a="b\n"]', '[a=-1]', '[a=\'b"]'],
      ...['p:contains(x)', 'p:icontains(x)', 'p:header', 'p:parent', 'p:text', ':selected', 'p:eq(1)', 'p:first'],
      ...['a/**/b', '*p', 'p*', '[a]b', '.a*', 'a::', 'a:', 'a: b', 'p:not (b)', 'p:root(x)', 'p:hover(x)', ':lang'],
      ...[
        ':lang()',
        ':lang(en',
        ':lang(1)',
        ':nth-child(1 of)',
        ':nth-child(1 of > p)',
        ':nth-of-type(1 of p)',
        '*|',
        '|p',
        '[svg|a]',
        'p:constructor',
      ],
      ...[
        '@media\\',
        '.a\\.b .1c',
        '.1a\\',
        'p:valid',
        'p\\',
        ':not(:unknown, a)',
        ':has(:unknown)',
        ':dir()',
        ':dir(1)',
        'p:focus(a)',
      ],
      'a:has(:has(b))',
      'a:has(b:not(:has(c)))',
      '!',
      '"',
      '\\',
    ],
    ...[
      ':is('.repeat(5000),
      ...[':is()', ':is(,a)', ':is(:unknown, a)', ':nth-child(2 of p', '*|a', '[*|a]', 'a /* x */', '[a=b s]'],
      ...[':dir(rtl)', ':read-only', ':default', ':lang("de")', ':lang(de, en)'],
      'x'.repeat(1001),
    ],
    ...['('.repeat(1000), '['.repeat(1000), '"'.repeat(999), ':'.repeat(1000), '>'.repeat(1000), '\0', '\ud800('],
  ]
  it.each(bad)('refuses %j with a reason', (selector) => {
    expect(checkSelector(selector)).toMatch(/^Value error, \S.{5,}/)
  })

  it('never throws and never accepts a selector that cannot be run', () => {
    const pieces = [
      'a',
      '.b',
      '#c',
      '[d]',
      '[e="f"]',
      ':not(',
      ':has(',
      ':is(',
      ':nth-child(2',
      ':disabled',
      ':unknown',
      ')',
      ' ',
      '>',
      '+',
      '~',
      ',',
      ':first-child',
      '::x',
      '\\',
    ]
    const document = parseDocument('<a class=b id=c d e=f><b><i>x</i></b></a><p>y', 'https://example.com/')
    const selectors = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(selectors, (parts) => {
        const selector = parts.join('')
        if (checkSelector(selector) === null) expect(Array.isArray(selectAll(document, selector))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('selectAll', () => {
  it('returns matches in document order, regardless of the order of the list', () => {
    expect(select('<h1>1</h1><p>2</p><h1>3</h1>', 'p, h1')).toEqual(['1', '2', '3'])
  })

  it('returns a match inside another match only once', () => {
    expect(select('<div>a<div>b<div>c</div></div></div><div>d</div>', 'div')).toEqual(['abc', 'd'])
  })

  it('counts only the siblings that match a selector after `of`, and finds elements of drawings in any case', () => {
    const html =
      '<p class="x">1</p><p>0</p><p class="x">2</p><p class="x">3</p><svg><linearGradient>4</linearGradient></svg>'
    expect(select(html, 'p:nth-child(2 of .x)')).toEqual(['2'])
    expect(select(html, ':nth-last-child(-n+2 of p)')).toEqual(['2', '3'])
    expect(select(html, 'svg LINEARgradient')).toEqual(['4'])
  })

  it('ignores the case of tag and attribute names', () => {
    expect(select('<P DATA-X="1">a</P>', 'p[Data-x]')).toEqual(['a'])
  })

  it('counts positions as CSS does', () => {
    const list = '<ul>t<li>1</li><b>2</b><li>3</li><!-- --><li>4</li><li>5</li></ul>'
    expect(select(list, 'li:nth-child(odd)')).toEqual(['1', '3', '5'])
    expect(select(list, 'li:nth-child(-n+3)')).toEqual(['1', '3'])
    expect(select(list, 'li:nth-child( 2n + 1 )')).toEqual(['1', '3', '5'])
    expect(select(list, 'li:nth-of-type(2)')).toEqual(['3'])
    expect(select(list, 'li:nth-last-child(2)')).toEqual(['4'])
    expect(select(list, 'li:nth-last-of-type(n+3)')).toEqual(['1', '3'])
    expect(select(list, 'li:nth-child(0n+4)')).toEqual(['4'])
    expect(select(list, 'li:nth-child(-2n)')).toEqual([])
  })

  it('reads escapes as CSS does', () => {
    expect(select('<p class="1a">1</p><p class="a:b">2</p>', 'p.\\31 a')).toEqual(['1'])
    expect(select('<p class="1a">1</p><p class="a:b">2</p>', '.a\\:b')).toEqual(['2'])
    expect(select('<p title="*|/**/">1</p><p title="">2</p>', '[title="*|/**/"]')).toEqual(['1'])
  })

  it('uses the language of an element or its nearest ancestor', () => {
    const page = '<div lang="EN-us"><p>1</p><p lang="de">2<b>3</b></p><p lang="">4</p></div><p lang="eng">5</p><p>6</p>'
    expect(select(page, 'p:lang(en)')).toEqual(['1'])
    expect(select(page, 'p:lang(de)')).toEqual(['23'])
    expect(select(page, 'b:lang(DE)')).toEqual(['3'])
    expect(select(page, 'p:not(:lang(en)):not(:lang(de))')).toEqual(['4', '5', '6'])
  })

  it('counts positions among 20,000 siblings', () => {
    const html = '<p>x'.repeat(20_000)
    expect(select(html, 'p:nth-child(2n+1)')).toHaveLength(10_000)
    expect(select(html, 'p:nth-last-of-type(3n)')).toHaveLength(6666)
  })
})

describe('hasMatch', () => {
  const page = parseDocument(
    `<p>a</p><ul>${'<li>b</li>'.repeat(100)}</ul><template><b>c</b></template>`,
    'https://example.com/',
  )

  it.each([
    ['ul > li', true],
    ['li:nth-child(100)', true],
    ['li:nth-child(101)', false],
    ['p ~ ul, q', true],
    ['b', false],
  ])('%s: %s', (selector, expected) => {
    expect(hasMatch(page, selector)).toBe(expected)
  })

  it('refuses a selector that takes more steps on the page than allowed', () => {
    expect(hasMatch(page, 'li:has(~ q) ~ q', 1000)).toBe(false)
    expect(() => hasMatch(page, 'li:has(~ q) ~ q', 100)).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ type: 'value_error', loc: ['query', 'wait_for'] })],
      }),
    )
  })
})
