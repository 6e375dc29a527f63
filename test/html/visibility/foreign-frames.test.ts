import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { findForeignFrames } from '../../../src/html/visibility/foreign-frames.ts'

const foreign = 'https://other.example/table'

it.each([
  ['a frame of another site', `<iframe src="${foreign}"></iframe>`, foreign],
  ['one that is loaded later', `<iframe data-src="${foreign}"></iframe>`, foreign],
  ['one of a frameset', `<frameset><frame src="${foreign}"></frameset>`, foreign],
  ['one that its style makes large', `<iframe style="width:100%;height:300px" src="${foreign}"></iframe>`, foreign],
  ['none of the same site', '<iframe src="https://sub.page.example/"></iframe>', undefined],
  ['none without a URL', '<iframe></iframe><iframe srcdoc="x"></iframe><iframe src="about:blank"></iframe>', undefined],
  ['no tiny one', `<iframe width="1" height="1" src="${foreign}"></iframe>`, undefined],
  ['none that its style makes tiny', `<iframe style="width: 0; height: 0" src="${foreign}"></iframe>`, undefined],
  ['none that is not displayed', `<iframe style="display:none" src="${foreign}"></iframe>`, undefined],
  ['no player', '<iframe src="https://www.youtube.com/embed/x"></iframe>', undefined],
  ['no advertisement', '<iframe src="https://ads.example/x"></iframe>', undefined],
  ['no tag manager', '<iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe>', undefined],
  ['no captcha', '<iframe src="https://www.google.com/recaptcha/api2/anchor"></iframe>', undefined],
  ['no button of a network', '<iframe src="https://www.facebook.com/plugins/like.php"></iframe>', undefined],
])('of a page that was fetched plainly %s is found', (_, html, url) => {
  const found = findForeignFrames(parseDocument(html, 'https://www.page.example/'))
  expect([...found.values()]).toEqual(url === undefined ? [] : [url])
})

it('of a rendered page those are found that the browser names, and no others', () => {
  const source = `<iframe src="${foreign}"></iframe><iframe src="${foreign}?read"></iframe>`
  const frames = [{ at: '<iframe'.length, url: foreign, content: null }]
  expect([...findForeignFrames(parseDocument(source, 'https://page.example/', { frames })).values()]).toEqual([foreign])
  expect(findForeignFrames(parseDocument(source, 'https://page.example/', { frames: [] })).size).toBe(0)
})
