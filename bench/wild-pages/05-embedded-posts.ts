/** Posts of social networks, quoted in a page. */

import { wildPage } from './wild-page.ts'

export const embeddedPosts = [
  wildPage({
    name: 'a post on X in a news report',
    site: 'news',
    url: 'https://courier.example/news/lock-breach',
    title: 'Breach at lock nine',
    body: '{{1}}{{2}}<figure class="wp-block-embed is-type-rich is-provider-twitter"><div class="wp-block-embed__wrapper"><blockquote class="twitter-tweet" data-width="550" data-dnt="true"><p lang="en" dir="ltr">The towpath is closed from bridge 12. Please stay away from the bank until our crew has been.</p>&mdash; Canal Trust (@canaltrust) <a href="https://twitter.com/canaltrust/status/1777?ref_src=twsrc">February 3, 2025</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script></div></figure>{{5}}',
    has: ['The towpath is closed from bridge 12', 'Canal Trust', 'twitter.com/canaltrust/status/1777'],
  }),
  wildPage({
    name: 'a post on Bluesky',
    url: 'https://eels.example/2025/02/news/',
    subject: 'rivers',
    title: 'A tag comes home',
    body: '{{1}}<blockquote class="bluesky-embed" data-bluesky-uri="at://did:plc:x/app.bsky.feed.post/3k" data-bluesky-cid="baf"><p lang="en">Tag 118 surfaced this morning, 3,900 km from the weir!</p>&mdash; Ines Roth (<a href="https://bsky.app/profile/did:plc:x?ref_src=embed">@inesroth.example</a>) <a href="https://bsky.app/profile/did:plc:x/post/3k?ref_src=embed">12 February 2025 at 08:14</a></blockquote>{{2}}{{3}}',
    has: ['Tag 118 surfaced this morning', 'Ines Roth', 'bsky.app/profile/did:plc:x/post/3k'],
  }),
  wildPage({
    name: 'a photo on Instagram',
    url: 'https://bakes.example/2024/12/cards/',
    subject: 'baking',
    title: 'What you baked',
    body: '{{1}}{{2}}<blockquote class="instagram-media" data-instgrm-captioned data-instgrm-permalink="https://www.instagram.com/p/CxYz12/" data-instgrm-version="14"><div style="padding:16px;"><a href="https://www.instagram.com/p/CxYz12/" target="_blank"><div style="display:flex"><div style="background-color:#F4F4F4;height:40px"></div></div><div>View this post on Instagram</div></a><p><a href="https://www.instagram.com/p/CxYz12/">A post shared by Mo Tan (@motanbakes)</a></p></div></blockquote>{{3}}',
    has: ['instagram.com/p/CxYz12', 'A post shared by Mo Tan'],
  }),
  wildPage({
    name: 'a quoted post in a newsletter',
    site: 'newsletter',
    url: 'https://letters.example/p/clocks',
    subject: 'museum',
    title: 'On keeping time',
    body: '{{1}}{{2}}<div class="tweet" data-attrs="{&quot;url&quot;:&quot;https://twitter.com/clockdept/status/99&quot;}" data-component-name="Twitter2ToDOM"><a class="tweet-link-top" href="https://twitter.com/clockdept/status/99" target="_blank"><div class="tweet-header"><img class="tweet-user-avatar" src="https://cdn.example/av.jpg"><span class="tweet-author-name">Clock Department </span><span class="tweet-author">@clockdept</span></div>Six hours of winding and not one of them agrees about noon.</a><a class="tweet-link-bottom" href="https://twitter.com/clockdept/status/99"><div class="tweet-footer"><span class="tweet-date">9:02 AM ∙ Jan 6, 2025</span></div></a></div>{{3}}{{5}}',
    has: ['not one of them agrees about noon', 'twitter.com/clockdept/status/99'],
  }),
  wildPage({
    name: 'Mastodon, TikTok and Reddit',
    site: 'plain',
    url: 'https://links.example/week.html',
    subject: 'software',
    title: 'Links of the week',
    body: '{{1}}<blockquote class="mastodon-embed" data-embed-url="https://social.example/@pia/110/embed"><p>Our queue now steals from its neighbours.</p><a href="https://social.example/@pia/110">Post by @pia@social.example</a></blockquote>{{2}}<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@ops/video/7" data-video-id="7"><section><a target="_blank" title="@ops" href="https://www.tiktok.com/@ops">@ops</a><p>Watch a disk fill up in real time</p></section></blockquote>{{3}}<blockquote class="reddit-embed-bq" style="height:316px"><a href="https://www.reddit.com/r/ops/comments/9/swap/">Why does it swap at 20k clients?</a><br>by <a href="https://www.reddit.com/user/quill">u/quill</a> in <a href="https://www.reddit.com/r/ops">ops</a></blockquote>{{4}}',
    has: ['Our queue now steals', 'Watch a disk fill up in real time', 'Why does it swap at 20k clients?'],
  }),
]
