import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { findForeignFrames } from '../../../src/html/visibility/foreign-frames.ts'

const foreign = 'https://other.example/table'

it.each([
  ['finds a frame from another site', `<iframe src="${foreign}"></iframe>`, foreign],
  ['finds a lazy frame', `<iframe data-src="${foreign}"></iframe>`, foreign],
  ['finds one in a frameset', `<frameset><frame src="${foreign}"></frameset>`, foreign],
  ['finds one enlarged by its style', `<iframe style="width:100%;height:300px" src="${foreign}"></iframe>`, foreign],
  ['finds one from the same site', '<iframe src="https://sub.page.example/"></iframe>', 'https://sub.page.example/'],
  ['ignores the page itself', '<iframe src="#part"></iframe>', undefined],
  ['finds an embedded document', '<embed src="/files/report.pdf">', 'https://www.page.example/files/report.pdf'],
  ['ignores an embedded program', '<embed src="/game.swf">', undefined],
  [
    'ignores one without a URL',
    '<iframe></iframe><iframe srcdoc="x"></iframe><iframe src="about:blank"></iframe>',
    undefined,
  ],
  ['ignores a tiny one', `<iframe width="1" height="1" src="${foreign}"></iframe>`, undefined],
  ['ignores one made tiny by its style', `<iframe style="width: 0; height: 0" src="${foreign}"></iframe>`, undefined],
  ['ignores one that is not displayed', `<iframe style="display:none" src="${foreign}"></iframe>`, undefined],
  ['ignores a player', '<iframe src="https://www.youtube.com/embed/x"></iframe>', undefined],
  ['ignores an advertisement', '<iframe src="https://ads.example/x"></iframe>', undefined],
  ['ignores a tag manager', '<iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe>', undefined],
  ['ignores a captcha', '<iframe src="https://www.google.com/recaptcha/api2/anchor"></iframe>', undefined],
  ['ignores a social button', '<iframe src="https://www.facebook.com/plugins/like.php"></iframe>', undefined],
])('on a page fetched without a browser, %s', (_, html, url) => {
  const found = findForeignFrames(parseDocument(html, 'https://www.page.example/'))
  expect([...found.values()]).toEqual(url === undefined ? [] : [url])
})

it('finds only frames that the browser reports on a rendered page', () => {
  const source = `<iframe src="${foreign}"></iframe><iframe src="${foreign}?read"></iframe>`
  const frames = [{ at: '<iframe'.length, url: foreign, content: null }]
  expect([...findForeignFrames(parseDocument(source, 'https://page.example/', { frames })).values()]).toEqual([foreign])
  expect(findForeignFrames(parseDocument(source, 'https://page.example/', { frames: [] })).size).toBe(0)
})
