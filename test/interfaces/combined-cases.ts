/** Parity cases for combined parameters: leaving out parts of a page, extracting values, and returning additional outputs. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const noMatch = { error: 'selector_not_matched', status: 422 }
const asked = 'whatever is asked, word for word'
const external = [{ url: 'https://other.example/', text: 'another site', internal: false }]
const schema = { type: 'object', properties: { seen: { type: 'array', items: { type: 'string' } } } }

/** A case with data from a page. The language model sees only these words (`words` in parity-site.ts). */
const seeing = (title: string, input: ParityCase['input'], ...seen: string[]) =>
  scrape(title, { json_schema: schema, ...input }, { result: { content: { seen }, credits_charged: 6 } })

const fields: ParityCase[] = [
  scrape(
    'fields of the page without excluded parts',
    {
      extract_rules: { title: 'h1', links: { selector: 'a', type: 'list', output: '@href' } },
      exclude_selector: 'main',
    },
    { result: { content: { title: null, links: ['{origin}/nav'] }, title: 'An article' } },
  ),
  scrape(
    'fields of a selector’s matches without excluded parts',
    {
      ...{ css_selector: 'main', exclude_selector: 'p' },
      extract_rules: { cells: { selector: 'td', type: 'list' }, links: { selector: 'a', type: 'list' } },
    },
    { result: { content: { cells: ['both'], links: [] } } },
  ),
  scrape('fields of excluded parts', { extract_rules: { title: 'h1' }, exclude_selector: 'h1' }, noMatch),
  scrape('fields with an unmatched selector', { extract_rules: { title: 'h1' }, css_selector: '.none' }, noMatch),
  scrape(
    'fields with max_age_s, without links and images',
    { extract_rules: { link: 'main p a' }, max_age_s: 0, include_links: false, include_images: false },
    { result: { content: { link: 'a page' }, from_cache: false, credits_charged: 1 } },
  ),
  refused('fields and data', { extract_rules: { title: 'h1' }, json_schema: schema }, 'value_error'),
  refused('fields and additional outputs', { extract_rules: { title: 'h1' }, extra_outputs: ['links'] }, 'value_error'),
]

const data: ParityCase[] = [
  seeing('data from a page', {}, 'word for word', 'https://other.example/', 'let a = 1'),
  seeing('data without excluded parts', { exclude_selector: 'pre, main > p:nth-of-type(2)' }, 'word for word'),
  seeing('data from a selector’s matches', { css_selector: 'pre' }, 'let a = 1'),
  seeing('data with both selectors', { css_selector: 'main', exclude_selector: 'p' }, 'let a = 1'),
  seeing('data from a page without links', { include_links: false }, 'word for word', 'let a = 1'),
  seeing('data from another view', { output: 'external_links', prompt: 'All of them' }, 'https://other.example/'),
  scrape('data with an unmatched selector', { json_schema: schema, css_selector: '.none' }, noMatch),
  scrape('data from excluded parts', { json_schema: schema, css_selector: 'h1', exclude_selector: 'main' }, noMatch),
  refused('data and additional outputs', { json_schema: schema, extra_outputs: ['links'] }, 'value_error'),
]

const passages: ParityCase[] = [
  scrape(
    'passages of the page without excluded parts',
    { highlights: asked, exclude_selector: 'h1, table, ul, pre' },
    { result: { highlights: [{ offset: 0, heading: null }], credits_charged: 1 } },
  ),
  scrape(
    'passages of excluded parts',
    { highlights: 'word for word', exclude_selector: 'p' },
    { result: { content: '', highlights: [] } },
  ),
  scrape('passages with an unmatched selector', { highlights: asked, css_selector: '.none' }, noMatch),
  scrape('passages only of main content', { highlights: 'Navigation' }, { result: { content: '', highlights: [] } }),
  scrape(
    'passages of the whole body',
    { highlights: 'Navigation', main_content: false },
    { result: { content: '[Navigation]({origin}/nav)', highlights: [{ offset: 0, heading: null }] } },
  ),
  scrape(
    'passages with additional outputs',
    { highlights: asked, css_selector: 'h1, p', max_chars: 1000, extra_outputs: ['emails', 'external_links'] },
    {
      result: {
        highlights: [{ offset: 9, heading: 'Parity' }],
        extra: { emails: ['Info@example.org', 'sales@example.com'], external_links: external },
      },
    },
  ),
  at(
    '/gallery',
    'passages without links and pictures',
    { result: { content: 'An oak in summer', highlights: [{ offset: 0 }] } },
    { highlights: 'oak in summer', include_links: false, include_images: false },
  ),
]

const beside: ParityCase[] = [
  scrape(
    'additional outputs with a first piece of a selector’s matches',
    { css_selector: 'h1, pre', extra_outputs: ['emails'], max_chars: 12 },
    { result: { content: '# Parity\n', next_offset: 9, extra: { emails: [] }, outline: [{ text: 'Parity' }] } },
  ),
  scrape(
    'additional outputs with max_age_s',
    { extra_outputs: ['external_links', 'html_head_metadata_json'], max_age_s: 0 },
    { result: { extra: { external_links: external }, from_cache: false, credits_charged: 1 } },
  ),
  scrape(
    'markdown as an additional output, without links',
    { output: 'external_links', extra_outputs: ['markdown'], include_links: false, css_selector: 'a[href^=http]' },
    { result: { content: external, extra: { markdown: 'another site' } } },
  ),
  at(
    '/gallery',
    'links beside markdown without pictures',
    { result: { content: 'An oak in summer', extra: { external_links: [{ text: 'summer' }] } } },
    { include_links: false, include_images: false, extra_outputs: ['external_links'] },
  ),
  scrape(
    'metadata that neither selector narrows',
    { output: 'html_head_metadata_json', css_selector: 'table', exclude_selector: 'head, h1' },
    { result: { title: 'An article', content: { title: 'An article', description: 'About parity', language: 'en' } } },
  ),
  scrape(
    'metadata with what both selectors leave',
    { extra_outputs: ['html_head_metadata_json'], css_selector: 'del', exclude_selector: 'head, h1' },
    {
      result: { title: 'An article', content: '~~old~~', extra: { html_head_metadata_json: { title: 'An article' } } },
    },
  ),
]

export const combinedCases: ParityCase[] = [...fields, ...data, ...passages, ...beside]
