/** Parity cases of extract_rules. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const rules = {
  title: 'h1',
  page: 'main a@href',
  links: { selector: 'main p a', type: 'list', output: { text: '', url: '@href', bold: 'b' } },
  table: { selector: 'table', type: 'table' },
  none: { selector: '.none', type: 'list' },
}

export const extractRulesCases: ParityCase[] = [
  scrape(
    'fields by selector',
    { extract_rules: rules },
    {
      result: {
        output: 'markdown',
        content: {
          title: 'Parity',
          page: '{origin}/base/page?x=1&y=2',
          links: [
            { text: 'a page', url: '{origin}/base/page?x=1&y=2', bold: null },
            { text: 'another site', url: 'https://other.example/', bold: null },
            { text: 'write', url: 'mailto:Info@Example.ORG', bold: null },
            { text: 'no link', url: 'javascript:x()', bold: null },
          ],
          table: [{ A: 'both', B: 'both' }],
          none: [],
        },
        next_offset: null,
        credits_charged: 1,
      },
    },
  ),
  scrape(
    'fields in the matches of a selector',
    { extract_rules: { id: '@class', text: '' }, css_selector: 'pre code' },
    { result: { content: { id: 'language-js', text: 'let a = 1 let b' } } },
  ),
  scrape(
    'a piece of fields',
    { extract_rules: { a: 'h1', b: 'b', c: 'th' }, max_chars: 20 },
    { result: { content: { a: 'Parity' }, total_chars: 37, next_offset: 14 } },
  ),
  scrape(
    'fields with built-in names',
    { extract_rules: JSON.parse('{"__proto__": "h1", "constructor": "b"}') },
    { result: { content: JSON.parse('{"__proto__": "Parity", "constructor": "the same"}') } },
  ),
  scrape('rules without a match', { extract_rules: { a: '.none' } }, { error: 'selector_not_matched', status: 422 }),
  at('/json', 'fields of JSON', { error: 'selector_not_matched', status: 422 }, { extract_rules: { a: 'h1' } }),
  at('/empty', 'fields of an empty body', { result: { content: { a: null } } }, { extract_rules: { a: 'h1' } }),
  refused('rules as text', { extract_rules: 'h1' }, 'value_error'),
  refused('a rule that is a number', { extract_rules: { a: 1 } }, 'value_error'),
  refused('a rule without a selector', { extract_rules: { a: { type: 'list' } } }, 'value_error'),
  refused('a rule with an invalid selector', { extract_rules: { a: 'h1 >' } }, 'value_error'),
  refused('rules and another output', { extract_rules: { a: 'h1' }, output: 'links' }, 'value_error'),
  refused('rules and a prompt', { extract_rules: { a: 'h1' }, prompt: 'What?' }, 'value_error'),
]
