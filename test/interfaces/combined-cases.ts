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
    'fields of what an exclusion leaves',
    {
      extract_rules: { title: 'h1', links: { selector: 'a', type: 'list', output: '@href' } },
      exclude_selector: 'main',
    },
    { result: { content: { title: null, links: ['{origin}/nav'] }, title: 'An article' } },
  ),
  scrape(
    'fields of what an exclusion leaves in the matches of a selector',
    {
      ...{ css_selector: 'main', exclude_selector: 'p' },
      extract_rules: { cells: { selector: 'td', type: 'list' }, links: { selector: 'a', type: 'list' } },
    },
    { result: { content: { cells: ['both'], links: [] } } },
  ),
  scrape('fields of what is excluded', { extract_rules: { title: 'h1' }, exclude_selector: 'h1' }, noMatch),
  scrape('fields of a selector without a match', { extract_rules: { title: 'h1' }, css_selector: '.none' }, noMatch),
  scrape(
    'fields with max_age_s, less links and pictures',
    { extract_rules: { link: 'main p a' }, max_age_s: 0, include_links: false, include_images: false },
    { result: { content: { link: 'a page' }, from_cache: false, credits_charged: 1 } },
  ),
  refused('fields and data', { extract_rules: { title: 'h1' }, json_schema: schema }, 'value_error'),
  refused('fields and further outputs', { extract_rules: { title: 'h1' }, extra_outputs: ['links'] }, 'value_error'),
]

const data: ParityCase[] = [
  seeing('data of a page', {}, 'word for word', 'https://other.example/', 'let a = 1'),
  seeing('data of what an exclusion leaves', { exclude_selector: 'pre, main > p:nth-of-type(2)' }, 'word for word'),
  seeing('data of the matches of a selector', { css_selector: 'pre' }, 'let a = 1'),
  seeing('data of both', { css_selector: 'main', exclude_selector: 'p' }, 'let a = 1'),
  seeing('data of a page without links', { include_links: false }, 'word for word', 'let a = 1'),
  seeing('data of another view', { output: 'external_links', prompt: 'All of them' }, 'https://other.example/'),
  scrape('data of a selector without a match', { json_schema: schema, css_selector: '.none' }, noMatch),
  scrape('data of what is excluded', { json_schema: schema, css_selector: 'h1', exclude_selector: 'main' }, noMatch),
  refused('data and further outputs', { json_schema: schema, extra_outputs: ['links'] }, 'value_error'),
]

const passages: ParityCase[] = [
  scrape(
    'passages of what an exclusion leaves',
    { highlights: asked, exclude_selector: 'h1, table, ul, pre' },
    { result: { highlights: [{ offset: 0, heading: null }], credits_charged: 1 } },
  ),
  scrape(
    'passages of what is excluded',
    { highlights: 'word for word', exclude_selector: 'p' },
    { result: { content: '', highlights: [] } },
  ),
  scrape('passages of a selector without a match', { highlights: asked, css_selector: '.none' }, noMatch),
  scrape('passages of main content alone', { highlights: 'Navigation' }, { result: { content: '', highlights: [] } }),
  scrape(
    'passages of the whole body',
    { highlights: 'Navigation', main_content: false },
    { result: { content: '[Navigation]({origin}/nav)', highlights: [{ offset: 0, heading: null }] } },
  ),
  scrape(
    'passages beside further outputs',
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
    'further outputs beside a first piece of what a selector matches',
    { css_selector: 'h1, pre', extra_outputs: ['emails'], max_chars: 20 },
    { result: { content: '# Parity\n', next_offset: 9, extra: { emails: [] }, outline: [{ text: 'Parity' }] } },
  ),
  scrape(
    'further outputs with max_age_s',
    { extra_outputs: ['external_links', 'html_head_metadata_json'], max_age_s: 0 },
    { result: { extra: { external_links: external }, from_cache: false, credits_charged: 1 } },
  ),
  scrape(
    'markdown as a further output, less links',
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
    'metadata beside what both selectors leave',
    { extra_outputs: ['html_head_metadata_json'], css_selector: 'del', exclude_selector: 'head, h1' },
    {
      result: { title: 'An article', content: '~~old~~', extra: { html_head_metadata_json: { title: 'An article' } } },
    },
  ),
]

export const combinedCases: ParityCase[] = [...fields, ...data, ...passages, ...beside]
