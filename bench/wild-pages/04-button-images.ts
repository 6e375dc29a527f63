/** Images in buttons: a click shows them in full. */

import { wildPage } from './wild-page.ts'

export const buttonImages = [
  wildPage({
    name: 'Squarespace lightbox',
    url: 'https://studio.example/journal/canal',
    title: 'Along the cut',
    site: 'news',
    body: '{{1}}<div class="sqs-block image-block"><div class="sqs-block-content"><figure class="sqs-block-image-figure intrinsic"><button class="sqs-block-image-button lightbox" data-description=""><span class="v6-visually-hidden">View fullsize</span><div class="image-block-wrapper" data-animation-role="image"><img data-stretch="false" src="https://images.example/content/lock-nine.jpg" width="2000" height="1333" alt="Lock nine in fog" sizes="100vw"></div></button><figcaption class="image-caption-wrapper"><p>Lock nine in November</p></figcaption></figure></div></div>{{2}}{{3}}',
    has: ['https://images.example/content/lock-nine.jpg', 'Lock nine in November'],
  }),
  wildPage({
    name: 'a zoom button around an image with sources',
    url: 'https://museum.example/objects/44',
    subject: 'museum',
    title: 'The tide clock',
    body: '{{1}}<div class="media"><button type="button" class="zoom" aria-label="Zoom image"><picture><source type="image/webp" srcset="/m/tide-800.webp 800w, /m/tide-1600.webp 1600w"><img src="/m/tide-800.jpg" alt="Dial with the phases of the moon" loading="lazy"></picture></button></div>{{2}}{{4}}',
    has: ['Dial with the phases of the moon', '/m/tide-'],
  }),
  wildPage({
    name: 'gallery of buttons',
    url: 'https://eels.example/photos',
    subject: 'rivers',
    site: 'newsletter',
    title: 'A night at the weir',
    body: '{{1}}{{2}}<div class="image-gallery-embed"><div class="image-gallery"><button class="tile"><img src="https://cdn.example/g/one.jpeg" width="720" height="480" alt="Nets at dusk"></button><button class="tile"><img src="https://cdn.example/g/two.jpeg" width="720" height="480" alt="A tagged eel"></button></div></div>{{3}}',
    has: ['g/one.jpeg', 'g/two.jpeg', 'A tagged eel'],
  }),
  wildPage({
    name: 'icons in buttons are no images',
    url: 'https://millrace.example/docs/run',
    site: 'docs',
    subject: 'software',
    title: 'Running it',
    body: '{{1}}<div class="toolbar"><button class="copy"><img src="/i/copy.svg" width="16" height="16" alt=""></button><button class="share"><img src="/i/share.png" width="20" height="20" alt="Share"></button></div>{{2}}<p><button class="img-zoomable" aria-label="Enlarge"><img src="/img/flow.png" alt="The flow of a task"></button></p>{{3}}',
    has: ['/img/flow.png'],
    hasNot: ['/i/copy.svg', '/i/share.png'],
  }),
  wildPage({
    name: 'a trigger of a dialog, with lazy loading',
    url: 'https://bakes.example/2024/03/dough/',
    subject: 'baking',
    title: 'Rough puff',
    body: '{{1}}<figure><button data-fancybox="dough" class="lightbox-trigger"><img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-src="/w/dough-1024.jpg" alt="Folded dough"></button><figcaption>After the third fold</figcaption></figure>{{2}}{{4}}',
    has: ['/w/dough-1024.jpg', 'After the third fold'],
  }),
]
