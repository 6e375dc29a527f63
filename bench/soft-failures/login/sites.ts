/** Sign-in and sign-up pages of individual sites: after a redirect, on another host, or at the page's own URL. */

import { bootstrap, divs, doc, news } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const loginSites = casesOf('login_page', [
  {
    id: 'login-professional-network',
    language: 'en',
    requestedUrl: 'https://www.workgraph.example/in/maria-santos-4b1',
    redirects: [
      '/authwall?trk=gf&original_referer=&sessionRedirect=https%3A%2F%2Fwww.workgraph.example%2Fin%2Fmaria-santos-4b1',
    ],
    html: doc(
      'en',
      'Sign Up | Workgraph',
      `<main class="main authwall-layout" role="main"><div class="authwall-join-form-container"><h1 class="authwall-join-form__title">Join Workgraph</h1><h2 class="authwall-join-form__subtitle">It’s free to see the profile of everyone you work with.</h2>
<form class="join-form" action="/signup/api/cors/createAccount" method="post"><label for="email-or-phone">Email</label><input id="email-or-phone" name="email-or-phone" type="text"><label for="password">Password (6+ characters)</label><input id="password" name="session_password" type="password">
<span class="join-form__form-body-agreement">By clicking Agree &amp; Join, you agree to the <a href="/legal/user-agreement">User Agreement</a> and <a href="/legal/privacy-policy">Privacy Policy</a>.</span><button id="join-form-submit" type="submit">Agree &amp; Join</button></form>
<p class="authwall-join-form__swap-cta">Already on Workgraph? <button class="authwall-join-form__form-toggle--bottom">Sign in</button></p></div></main><footer class="li-footer"><ul><li>© 2026</li><li><a href="/accessibility">Accessibility</a></li><li><a href="/legal/cookie-policy">Cookie Policy</a></li></ul></footer>`,
    ),
  },
  {
    id: 'login-story-platform',
    language: 'en',
    requestedUrl: 'https://inkwell.example/@devnotes/how-we-cut-our-build-times-7f3e',
    redirects: ['/m/signin?operation=login&redirect=https%3A%2F%2Finkwell.example%2F%40devnotes'],
    html: doc(
      'en',
      'Inkwell',
      `<div id="root"><div class="a b c"><div role="dialog" class="ab ac ae"><div class="af ag"><h2 class="be bf">Welcome back.</h2><p class="bg">Sign in to get personalized story recommendations, follow authors and topics you love, and interact with stories.</p>
<div class="x"><a class="btn" href="/m/connect/google?state=1">Sign in with Google</a><a class="btn" href="/m/connect/facebook?state=1">Sign in with Facebook</a><a class="btn" href="/m/connect/apple?state=1">Sign in with Apple</a><a class="btn" href="/m/signin/email">Sign in with email</a></div>
<p>No account? <a href="/m/signup">Create one</a></p><p class="small">Forgot email or trouble signing in? <a href="/help">Get help.</a></p></div></div></div></div>`,
    ),
  },
  {
    id: 'login-social-network',
    language: 'en',
    requestedUrl: 'https://www.facegram.example/groups/quiltingcircle/permalink/10159',
    redirects: ['/login/?next=https%3A%2F%2Fwww.facegram.example%2Fgroups%2Fquiltingcircle'],
    html: doc(
      'en',
      'Log into Facegram',
      `<div class="_li" id="u_0_1"><div id="globalContainer" class="uiContextualLayerParent"><div class="fb_content clearfix" id="content" role="main"><div class="_4-u8 login_form_container"><div id="header_block"><span>You must log in to continue.</span></div>
<div class="_axt">Log in to Facegram</div><form id="login_form" action="/login/device-based/regular/login/?next=%2Fgroups" method="post"><input type="text" class="inputtext" name="email" id="email" placeholder="Email or phone number"><input type="password" name="pass" id="pass" placeholder="Password"><button value="1" id="loginbutton" name="login" type="submit">Log In</button>
<a href="/recover/initiate/">Forgotten account?</a> · <a href="/r.php">Sign up for Facegram</a></form></div></div><div id="pageFooter" role="contentinfo"><ul class="uiList localeSelectorList"><li>English (US)</li><li><a href="https://de.facegram.example">Deutsch</a></li><li><a href="https://fr.facegram.example">Français</a></li></ul></div></div></div>`,
    ),
  },
  {
    id: 'login-news-registration',
    language: 'en',
    requestedUrl: 'https://www.thecoastalpost.example/politics/2026/11/ferry-budget-vote',
    html: news(
      'en',
      'Register to continue',
      'The Coastal Post',
      `<section class="regwall" data-testid="regwall"><h1>Create a free account to keep reading</h1><p>Register in seconds. It’s free, and you get three articles a month and our morning briefing.</p>
<form action="/register" method="post"><label>Email address <input type="email" name="email" autocomplete="email"></label><label>Choose a password <input type="password" name="password" autocomplete="new-password"></label><button type="submit">Create account</button></form>
<p>Already have an account? <a href="/signin?return=/politics/2026/11/ferry-budget-vote">Sign in</a></p></section>`,
    ),
  },
  {
    id: 'login-magic-link',
    language: 'en',
    requestedUrl: 'https://app.papertrail.example/w/team/roadmap-2027',
    redirects: ['/login?to=%2Fw%2Fteam%2Froadmap-2027'],
    html: doc(
      'en',
      'Log in | Papertrail',
      `<div id="app-root"><main class="flex min-h-screen flex-col items-center justify-center"><img src="/logo.svg" alt="Papertrail"><h1 class="text-2xl font-semibold">Think it. Make it.</h1><h2 class="text-gray-500">Log in to your Papertrail account</h2>
<button class="btn-outline">Continue with Google</button><button class="btn-outline">Continue with Apple</button><button class="btn-outline">Single sign-on (SSO)</button>
<form class="mt-4"><label for="email">Work email</label><input id="email" type="email" placeholder="Enter your email address…"><button type="submit">Continue</button></form><p class="text-xs">By continuing, you agree to the <a href="/terms">Terms &amp; Conditions</a> and <a href="/privacy">Privacy Policy</a>.</p></main></div>`,
    ),
  },
  {
    id: 'login-community-in-place',
    language: 'en',
    requestedUrl: 'https://forum.vintagesynths.example/threads/schematic-of-the-poly-61.20455/',
    html: divs(
      'en',
      'Log in',
      'Vintage Synths Forum',
      `<div class="p-body-main"><div class="p-title"><h1 class="p-title-value">Log in</h1></div><div class="blockMessage blockMessage--error blockMessage--iconic">You must be logged-in to do that.</div>
<form action="/login/login" method="post" class="block"><dl class="formRow"><dt><label for="l1">Your name or email address</label></dt><dd><input type="text" class="input" name="login" id="l1"></dd></dl><dl class="formRow"><dt><label for="p1">Password</label></dt><dd><input type="password" name="password" id="p1" class="input"><a href="/lost-password/">Forgot your password?</a></dd></dl>
<label class="iconic"><input type="checkbox" name="remember" value="1" checked>Stay logged in</label><button type="submit" class="button--primary button">Log in</button></form><p>Don't have an account? <a href="/register/" class="button">Register now</a></p></div>`,
    ),
  },
  {
    id: 'login-dashboard-spa',
    language: 'en',
    requestedUrl: 'https://console.metricly.example/projects/eu-west/usage?range=30d',
    redirects: ['https://auth.metricly.example/u/login/identifier?state=hKFo2SBx'],
    html: doc(
      'en',
      'Log in | Metricly',
      `<div class="_widget-auto-layout"><main class="_widget login-id"><section class="_prompt-box-outer"><div class="_prompt-box"><header><img id="prompt-logo-center" alt="Metricly" src="/logo.png"><h1>Welcome</h1><p>Log in to Metricly to continue to Metricly Console.</p></header>
<form method="POST" class="_form-login-id"><input type="hidden" name="state" value="hKFo2SBx"><label for="username">Email address*</label><input name="username" id="username" type="text" inputmode="email" autocomplete="email" required><button type="submit" name="action" value="default" data-action-button-primary="true">Continue</button></form>
<p>Don't have an account? <a href="/u/signup/identifier?state=hKFo2SBx">Sign up</a></p><span>Or</span><form method="post" data-provider="google"><button type="submit">Continue with Google</button></form></div></section></main></div>`,
    ),
  },
  {
    id: 'login-forum-phpbb',
    language: 'de',
    requestedUrl: 'https://forum.modellbahn-nord.example/viewtopic.php?f=12&t=8831',
    html: divs(
      'de',
      'Anmelden',
      'Modellbahnforum Nord',
      `<form action="./ucp.php?mode=login" method="post" id="login"><div class="panel"><div class="inner"><div class="content"><h2 class="login-title">Um Beiträge in diesem Forum anzusehen, musst du auf diesem Board registriert und angemeldet sein.</h2>
<fieldset class="fields1"><dl><dt><label for="username">Benutzername:</label></dt><dd><input type="text" tabindex="1" name="username" id="username" class="inputbox autowidth"></dd></dl><dl><dt><label for="password">Passwort:</label></dt><dd><input type="password" tabindex="2" id="password" name="password" class="inputbox autowidth"></dd></dl>
<dl><dd><a href="./ucp.php?mode=sendpassword">Ich habe mein Passwort vergessen</a></dd><dd><label for="autologin"><input type="checkbox" name="autologin" id="autologin"> Angemeldet bleiben</label></dd></dl><input type="submit" name="login" value="Anmelden" class="button1"></fieldset></div></div></div>
<div class="panel"><h3>Registrieren</h3><p>Du musst auf diesem Board registriert sein, um dich anmelden zu können.</p><p><a href="./ucp.php?mode=register" class="button2">Registrieren</a></p></div></form>`,
    ),
  },
  {
    id: 'login-zeitung',
    language: 'de',
    requestedUrl: 'https://www.morgenbote.example/wirtschaft/werft-insolvenz-li.3091',
    redirects: [
      'https://id.morgenbote.example/anmelden?url=https%3A%2F%2Fwww.morgenbote.example%2Fwirtschaft&ref=artikel',
    ],
    html: doc(
      'de',
      'Anmelden – Morgenbote ID',
      `<header class="sso-head"><a href="https://www.morgenbote.example/"><img src="/logo.svg" alt="Morgenbote"></a></header><main class="sso"><h1>Anmelden und weiterlesen</h1><p>Mit Ihrem Morgenbote-Konto lesen Sie auf allen Geräten.</p>
<form method="post" action="/anmelden"><label for="mail">E-Mail-Adresse</label><input id="mail" name="email" type="email"><label for="pass">Passwort</label><input id="pass" name="passwort" type="password"><label><input type="checkbox" name="permanent" checked> Angemeldet bleiben</label><button type="submit">Anmelden</button></form>
<p><a href="/passwort-vergessen">Passwort vergessen?</a></p><p>Noch kein Konto? <a href="/registrieren">Jetzt kostenlos registrieren</a></p></main><footer><a href="/agb">AGB</a> <a href="/datenschutz">Datenschutz</a> <a href="/impressum">Impressum</a></footer>`,
    ),
  },
  {
    id: 'login-kundenportal',
    language: 'de',
    requestedUrl: 'https://service.stadtwerke-ahrtal.example/vertraege/strom/abrechnung-2025',
    html: bootstrap(
      'de',
      'Kundenportal',
      'Stadtwerke Ahrtal',
      `<div class="card"><div class="card-body"><h1 class="h4">Login Kundenportal</h1><div class="alert alert-warning">Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.</div><form method="post" action="/auth"><div class="form-group"><label>Kundennummer oder E-Mail</label><input class="form-control" name="kunde" type="text"></div><div class="form-group"><label>Kennwort</label><input class="form-control" name="kennwort" type="password"></div><button class="btn btn-primary btn-block">Einloggen</button></form><a href="/kennwort">Kennwort vergessen</a> | <a href="/neu">Neu registrieren</a></div></div>`,
    ),
  },
])
