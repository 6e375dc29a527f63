/** Recognizes a challenge page or a captcha served instead of the requested page. */

import type { Page } from '../../page/page.ts'
import { type Document, muchText } from '../document.ts'
import { type PageSignals, readSignals } from './page-signals.ts'

/** The name of the bot check indicated by a header, regardless of body or status; null if there isn't one. */
export function findAnnouncedChallenge({ headers }: Pick<Page, 'headers'>): string | null {
  const rule = headerRules.find(({ header, value }) => value.test(headers[header]?.toLowerCase() ?? ''))
  return rule?.name ?? null
}

/**
 * The name of the bot check or captcha that served an HTML page, with any status; null for a real page.
 * A challenge page has characteristic words or names and little else. Sensors, login captchas and articles about bot checks don't match.
 */
export function findChallenge(document: Document, page: Page): string | null {
  const signals = document.hasMuchText ? null : readSignals(document, muchText)
  if (signals === null) return null
  const url = URL.parse(page.finalUrl)
  const evidence: Evidence = { ...signals, host: url?.hostname ?? '', path: url?.pathname ?? '', status: page.status }
  const rule = pageRules.find(
    ({ title, markup, text, test, maxText = muchText }) =>
      evidence.text.length <= maxText &&
      (title?.test(evidence.title) || markup?.test(evidence.markup) || text?.test(evidence.text) || test?.(evidence)),
  )
  return rule?.name ?? null
}

interface Evidence extends PageSignals {
  host: string
  path: string
  status: number
}

/** A page matches if its title, its markup or its text does, or if it passes the test. */
interface PageRule extends Partial<Record<'title' | 'markup' | 'text', RegExp>> {
  name: string
  test?(page: Evidence): boolean
  /** Maximum length of text on the challenge page. A page with more text is a real page. */
  maxText?: number
}

const headerRules = [
  { name: 'Cloudflare', header: 'cf-mitigated', value: /challenge/ },
  { name: 'AWS WAF', header: 'x-amzn-waf-action', value: /captcha|challenge/ },
  { name: 'Vercel', header: 'x-vercel-mitigated', value: /challenge|deny/ },
]

const proofWords =
  /are you (?:a )?(?:human|robot)|(?:you are|you're|you’re) (?:not a (?:ro)?bot|(?:a )?human)|not a robot|robot or human|verify(?:ing)? (?:that )?(?:you|that you|your browser|yourself|visitor)|human verification|bot verification|unusual (?:traffic|activity)|automated (?:queries|requests|traffic|access)|security (?:check|verification|checkpoint)|checking (?:your browser|if the site connection is secure|you are not a bot)|(?:solve|complete|enter|type) (?:the|this|a) (?:captcha|puzzle|challenge|security check)|prove (?:that )?you(?:'re|’re| are)|slide to verify|press & hold|press and hold/

const widget =
  /class="[^"\n]*\b(?:g-recaptcha|h-captcha|cf-turnstile|frc-captcha|geetest_)|(?:google|recaptcha)\.(?:com|net)\/recaptcha\/|recaptcha\/api\.js|hcaptcha\.com\/|challenges\.cloudflare\.com\/|geetest\.com\/|initgeetest|arkoselabs\.com|funcaptcha|friendlycaptcha|captcha[^"\n]{0,60}\.(?:jpe?g|png|gif|php|aspx?)|id="[^"\n]*captcha|name="captcha|action="[^"\n]*captcha/i

const pageRules: PageRule[] = [
  {
    name: 'Cloudflare',
    test: ({ title, text, markup, noscript }) =>
      /_cf_chl_opt|cf-chl-widget|\/challenge-platform\/h\/[bg]\/orchestrate\//.test(markup) ||
      (/^(?:just a moment|(?:un|ein) (?:instant|momento|moment)|(?:attention required!|please wait\.\.\.) \| cloudflare)[\s.…]*$/.test(
        title,
      ) &&
        /cloudflare|cf-|checking your browser|enable javascript and cookies/.test(text + markup + noscript)) ||
      (/used cloudflare to restrict access/.test(title + text) && /ray id|error 10\d\d/.test(text)) ||
      (/id="cf-(?:error-details|wrapper)"/.test(markup) &&
        /you have been blocked|error 10(?:06|07|08|09|10|12|20)\b/.test(text)) ||
      (/ddos protection by cloudflare/.test(text) &&
        /cf-browser-verification|cf-im-under-attack|cf-content/.test(markup)),
  },
  {
    name: 'DataDome',
    test: ({ markup, text }) =>
      /captcha-delivery\.com\/(?:captcha|interstitial|[a-z]\.js)/.test(markup) ||
      (/var dd\s*=\s*\{/.test(markup) && /please enable js and disable any ad blocker/.test(text)),
    maxText: 1500,
  },
  {
    name: 'HUMAN (PerimeterX)',
    markup:
      /id="px-captcha|class="px-captcha|px-cloud\.net\/[^"\n]*captcha|captcha\.px-cdn\.net|captcha\.perimeterx\.net|\/captcha\.js\?a=c/,
    test: ({ title, text, markup }) =>
      /access to this page has been denied/.test(title + text) && /_px|perimeterx/i.test(markup + text),
    maxText: 2500,
  },
  {
    name: 'Akamai',
    test: ({ title, text, markup }) =>
      (/access denied/.test(title + text) &&
        /errors\.edgesuite\.net|you don't have permission to access .{0,2100}reference\s{0,3}#/.test(text)) ||
      /\/_sec\/cp_challenge\/|id="sec-(?:if-)?cpt-|[?&]bm-verify=/.test(markup),
    maxText: 1500,
  },
  {
    name: 'Imperva',
    test: ({ title, text, markup, scripts, links }) =>
      (/incapsula incident id/.test(text) && text.length < 800) ||
      /^pardon our interruption/.test(title) ||
      (/id="main-iframe"/.test(markup) && /_incapsula_resource/i.test(markup)) ||
      (/_incapsula_resource/i.test(markup) && title === '' && text.length < 100 && scripts <= 2 && links === 0),
    maxText: 2500,
  },
  {
    name: 'AWS WAF',
    test: ({ title, markup, text }) =>
      /awswafcookiedomainlist|gokuprops/i.test(markup) &&
      (/human verification/.test(title) ||
        /verify that you're not a robot|javascript is disabled/.test(text) ||
        text.length < 200),
    maxText: 1000,
  },
  {
    name: 'Kasada',
    test: ({ markup, text, links, scripts }) =>
      (/window\.kpsdk\s*=|\/ips\.js\?/i.test(markup) && text.length < 50 && links === 0 && scripts <= 3) ||
      /149e9513-01fa-4fb0-aad4-566afd725d1b\/2d206a39-8ed7-437e-a3be-862e0f06eea3\/(?:ips\.js|fp\b)/.test(
        text.length < 50 ? markup : '',
      ),
    maxText: 100,
  },
  {
    name: 'Sucuri',
    title: /sucuri website firewall/,
    markup: /sucuri_cloudproxy_js/,
    text: /access denied - sucuri website firewall/,
  },
  {
    name: 'DDoS-Guard',
    test: ({ title, text, markup }) =>
      /^ddos-guard$/.test(title) ||
      (/\/\.well-known\/ddos-guard\/(?:js-challenge|check|id)/.test(markup) && text.length < 600) ||
      (/ddos-guard/.test(text) && /checking your browser|проверка/.test(text + title)),
    maxText: 1000,
  },
  { name: 'Vercel', title: /^vercel security checkpoint/, maxText: 1000 },
  {
    name: 'Anubis',
    markup: /id="anubis_(?:challenge|version)"|\/\.within\.website\/x\/cmd\/anubis\//,
    maxText: 2500,
  },
  { name: 'Fastly', title: /^client challenge$/, markup: /\/_fs-ch-[\w-]+\//, maxText: 800 },
  {
    name: 'Google',
    test: ({ host, path, markup, text }) =>
      (/(?:^|\.)google\.[a-z.]{2,6}$/.test(host) && path.startsWith('/sorry')) ||
      (/our systems have detected unusual traffic from your computer network/.test(text) && widget.test(markup)) ||
      (/id="captcha-form"|ipv[46]\.google\.[a-z.]{2,6}\/sorry|\/sorry\/(?:index|image|captcha)/i.test(markup) &&
        /unusual traffic|not a robot|captcha|\/sorry\//.test(text + markup)),
    maxText: 2500,
  },
  {
    name: 'Amazon',
    markup: /\/errors\/validatecaptcha|opfcaptcha/i,
    test: ({ title, text }) =>
      /^robot check$/.test(title) && /type the characters|enter the characters|not a robot/.test(text),
    maxText: 1000,
  },
  {
    name: 'Yandex SmartCaptcha',
    test: ({ markup, title }) =>
      /\/showcaptcha\?|\/checkcaptcha\?|captcha-backgrounds|smart-captcha|checkboxcaptcha/i.test(markup) &&
      /robot|робот|captcha|капча/.test(title),
    maxText: 1500,
  },
  { name: 'Baidu', title: /百度安全验证/, markup: /wappass\.baidu\.com\/static\/captcha/, maxText: 600 },
  { name: 'Alibaba', markup: /_____tmd_____\/(?:punish|page)|\/punish\?x5secdata|x5referer/, maxText: 800 },
  {
    name: 'Radware',
    title: /^(?:radware (?:captcha|page|block|bot manager)|shieldsquare)/,
    markup: /(?:validate|captcha)\.perfdrive\.com|shieldsquare captcha/i,
    test: ({ host }) => /validate\.perfdrive\.com/.test(host),
    maxText: 1500,
  },
  {
    name: 'F5',
    test: ({ text, markup, noscript }) =>
      (/the requested url was rejected\. please consult with your administrator/.test(text) &&
        /support id/.test(text)) ||
      (/window\["bobcmn"\]|\/tspd\//i.test(markup) &&
        text.length < 200 &&
        /enable javascript|support id/.test(noscript + text)),
    maxText: 600,
  },
  {
    name: 'GeeTest',
    test: ({ markup, fields, links }) =>
      /geetest\.com\/|initgeetest|geetest_/i.test(markup) && fields === 0 && links <= 5,
    maxText: 300,
  },
  {
    name: 'Wordfence',
    test: ({ text }) =>
      /generated by wordfence|your access to this (?:site|service) has been (?:temporarily )?limited/.test(text) &&
      /wordfence|http response code 503/.test(text),
    maxText: 2500,
  },
  { name: 'Reddit', text: /blocked by network security|^whoa there, pardner!/, maxText: 1500 },
  {
    name: 'captcha',
    test: ({ title, text, markup, fields, noscript }) =>
      fields === 0 && widget.test(markup) && proofWords.test(`${title}\n${text}\n${noscript}`),
    maxText: 900,
  },
  {
    name: 'bot wall',
    test: ({ title, text, fields, links, status, scripts }) =>
      fields === 0 &&
      links <= 3 &&
      proofWords.test(text) &&
      (proofWords.test(title) || status === 403 || status === 429 || status === 503) &&
      (scripts > 0 || status >= 400),
    maxText: 700,
  },
]
