/**
 * Crawlee's CheerioCrawler in a separate process: crawls the URLs in a message for markdown, links, e-mail addresses, metadata and
 * optionally clean HTML, and answers with the milliseconds from the first page after startup to the last one.
 */

import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'
import { social } from '@crawlee/utils'
import Turndown from 'turndown'
import { gfm } from 'turndown-plugin-gfm'

log.setLevel(log.LEVELS.OFF)
const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
turndown.use(gfm)

function readPage($, url, withCleanHtml) {
  const metadata = { title: $('title').first().text(), lang: $('html').attr('lang') }
  for (const element of $('meta[name], meta[property]')) {
    metadata[$(element).attr('name') ?? $(element).attr('property')] = $(element).attr('content')
  }
  const links = [...$('a[href]')].flatMap((element) => {
    const href = URL.parse($(element).attr('href'), url)?.href
    return href ? [{ href, text: $(element).text().trim() }] : []
  })
  $('script, style, noscript, template').remove()
  const emails = social.emailsFromText($('body').text())
  const cleanHtml = withCleanHtml ? $.html() : null
  return { metadata, links, emails, cleanHtml, content: turndown.turndown($('body').html() ?? '') }
}

/** Returns the milliseconds for all URLs. Doesn't time a first batch of `concurrency` pages, so that the crawler's start doesn't count. */
async function crawl({ urls, concurrency, withCleanHtml }) {
  let startedAt = 0
  let warmUps = 0
  let read = 0
  const crawler = new CheerioCrawler(
    {
      ...{ minConcurrency: concurrency, maxConcurrency: concurrency },
      requestHandler({ $, request }) {
        const page = readPage($, request.loadedUrl, withCleanHtml)
        if (request.userData.isWarmUp) {
          if (++warmUps === concurrency) startedAt = performance.now()
        } else if (page.content !== '') read++
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  )
  const requests = (list, isWarmUp) =>
    list.map((url, n) => ({ url, uniqueKey: `${isWarmUp} ${n}`, userData: { isWarmUp } }))
  await crawler.run([...requests(urls.slice(0, concurrency), true), ...requests(urls, false)])
  const ms = performance.now() - startedAt
  await crawler.teardown()
  return { ms, read }
}

process.on('message', async (task) => process.send(await crawl(task)))
process.send('ready')
