/** Parity cases for `extra_outputs`. Their lists are short enough for MCP, which drops entries that don't fit. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const emails = ['Info@example.org', 'sales@example.com']
const external = [{ url: 'https://other.example/', text: 'another site', internal: false }]

export const extraCases: ParityCase[] = [
  scrape(
    'additional outputs, in the requested order',
    { extra_outputs: ['emails', 'external_links', 'html_head_metadata_json'] },
    {
      result: {
        output: 'markdown',
        extra: { emails, external_links: external, html_head_metadata_json: { title: 'An article' } },
        credits_charged: 1,
      },
    },
  ),
  scrape(
    'additional outputs with a selector',
    { extra_outputs: ['raw_html', 'links'], css_selector: 'h1, del' },
    { result: { content: '# Parity\n~~old~~', extra: { raw_html: '<h1>Parity</h1>\n<del>old</del>', links: [] } } },
  ),
  scrape(
    'additional outputs with a list, without excluded parts',
    { output: 'emails', extra_outputs: ['links'], exclude_selector: 'main' },
    { result: { extra: { links: [{ url: '{origin}/nav', text: 'Navigation', internal: true }] } } },
  ),
  scrape(
    'additional outputs with a first piece',
    { extra_outputs: ['emails'], max_chars: 1000, main_content: false },
    { result: { offset: 0, extra: { emails } } },
  ),
  scrape('no additional outputs', { extra_outputs: [] }, { result: { extra: {} } }),
  scrape('without extra_outputs', {}, { result: { extra: null } }),
  at(
    '/text',
    'metadata that a text does not have, beside its e-mail addresses',
    { result: { extra: { html_head_metadata_json: null, emails: ['a@example.com'] } } },
    { extra_outputs: ['html_head_metadata_json', 'emails'] },
  ),
  at('/empty', 'extra outputs of an empty body', { result: { extra: { links: [] } } }, { extra_outputs: ['links'] }),
  at(
    '/missing',
    'additional outputs of a 404',
    { result: { extra: { emails: [] }, credits_charged: 0 } },
    { extra_outputs: ['emails'] },
  ),
  scrape(
    'additional outputs without a match',
    { extra_outputs: ['links'], css_selector: '.none' },
    { error: 'selector_not_matched', status: 422 },
  ),
  refused('the same output again', { extra_outputs: ['markdown'] }, 'value_error'),
  refused('the output under its other name', { output: 'emails', extra_outputs: ['email_addresses'] }, 'value_error'),
  refused('an additional output twice', { extra_outputs: ['links', 'all_links'] }, 'value_error'),
  refused('additional outputs with a prompt', { extra_outputs: ['links'], prompt: 'What?' }, 'value_error'),
  refused('additional outputs with an offset', { extra_outputs: ['links'], offset: 10 }, 'value_error'),
  refused('additional outputs that do not exist', { extra_outputs: ['links', 'pdf'] }, 'enum'),
]
