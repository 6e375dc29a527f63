/** Sign-in pages from products that many sites use. */

import { doc, shopify } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const loginProducts = casesOf('login_page', [
  {
    id: 'login-wordpress',
    language: 'en',
    requestedUrl: 'https://blog.harborpress.example/wp-admin/edit.php?post_type=page',
    redirects: ['/wp-login.php?redirect_to=https%3A%2F%2Fblog.harborpress.example%2Fwp-admin%2Fedit.php&reauth=1'],
    html: doc(
      'en-US',
      'Log In &lsaquo; Harbor Press &#8212; WordPress',
      `<div id="login"><h1 role="presentation" class="wp-login-logo"><a href="https://wordpress.org/">Powered by WordPress</a></h1>
<form name="loginform" id="loginform" action="/wp-login.php" method="post"><p><label for="user_login">Username or Email Address</label>
<input type="text" name="log" id="user_login" class="input" autocomplete="username" required></p>
<div class="user-pass-wrap"><label for="user_pass">Password</label><input type="password" name="pwd" id="user_pass" autocomplete="current-password"></div>
<p class="forgetmenot"><input name="rememberme" type="checkbox" id="rememberme" value="forever"> <label for="rememberme">Remember Me</label></p>
<p class="submit"><input type="submit" name="wp-submit" id="wp-submit" class="button button-primary button-large" value="Log In"></p></form>
<p id="nav"><a href="/wp-login.php?action=lostpassword">Lost your password?</a></p><p id="backtoblog"><a href="/">&larr; Go to Harbor Press</a></p></div>`,
      "<meta name='robots' content='max-image-preview:large, noindex, noarchive'>",
    ),
  },
  {
    id: 'login-django-admin',
    language: 'en',
    requestedUrl: 'https://ops.kitewarehouse.example/admin/orders/order/8812/change/',
    redirects: ['/admin/login/?next=/admin/orders/order/8812/change/'],
    html: doc(
      'en-us',
      'Log in | Django site admin',
      `<div id="container"><header id="header"><div id="branding"><div id="site-name"><a href="/admin/">Django administration</a></div></div></header>
<div class="main" id="main"><div class="content"><main id="content-start" class="content" tabindex="-1"><div id="content" class="colM"><div id="content-main">
<form action="/admin/login/?next=/admin/orders/order/8812/change/" method="post" id="login-form"><input type="hidden" name="csrfmiddlewaretoken" value="x8">
<div class="form-row"><label class="required" for="id_username">Username:</label> <input type="text" name="username" autofocus required id="id_username"></div>
<div class="form-row"><label class="required" for="id_password">Password:</label> <input type="password" name="password" required id="id_password"></div>
<div class="submit-row"><input type="submit" value="Log in"></div></form></div></div></main></div></div><footer id="footer"></footer></div>`,
      '<meta name="robots" content="NONE,NOARCHIVE">',
    ),
  },
  {
    id: 'login-keycloak',
    language: 'en',
    requestedUrl: 'https://wiki.brightforge.example/display/OPS/Runbook',
    redirects: [
      'https://sso.brightforge.example/realms/staff/protocol/openid-connect/auth?client_id=wiki&response_type=code&state=9a',
    ],
    html: doc(
      'en',
      'Sign in to Brightforge',
      `<div class="login-pf-page"><div id="kc-header" class="login-pf-page-header"><div id="kc-header-wrapper">Brightforge Staff</div></div>
<div class="card-pf"><header class="login-pf-header"><h1 id="kc-page-title">Sign in to your account</h1></header>
<div id="kc-content"><form id="kc-form-login" action="/realms/staff/login-actions/authenticate?execution=1" method="post">
<label for="username">Username or email</label><input id="username" name="username" type="text" autofocus autocomplete="username">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password">
<a href="/realms/staff/login-actions/reset-credentials">Forgot Password?</a><input name="login" id="kc-login" type="submit" value="Sign In"></form></div>
<div id="kc-registration"><span>New user? <a href="/realms/staff/login-actions/registration">Register</a></span></div></div></div>`,
    ),
  },
  {
    id: 'login-okta',
    language: 'en',
    requestedUrl: 'https://intranet.oakline.example/benefits/2026',
    redirects: [
      'https://oakline.okta.example/app/oakline_intranet_1/exk1/sso/saml?SAMLRequest=fZJ',
      '/login/login.htm?fromURI=%2Fapp%2Foakline',
    ],
    html: doc(
      'en',
      'Oakline Group - Sign In',
      `<div id="login-bg-image"></div><div class="login-container"><div id="okta-sign-in" class="auth-container main-container no-beacon">
<div class="okta-sign-in-header auth-header"><img src="/fs/logo.png" class="auth-org-logo" alt="Oakline Group logo"></div>
<div class="auth-content"><h2 class="okta-form-title o-form-head">Sign In</h2><form method="POST" class="primary-auth-form o-form">
<label for="okta-signin-username">Username</label><input type="text" name="username" id="okta-signin-username"><label for="okta-signin-password">Password</label><input type="password" name="password" id="okta-signin-password">
<input type="checkbox" name="remember"> Remember me <input class="button button-primary" type="submit" value="Sign In"></form><a href="#" class="link help">Need help signing in?</a></div></div></div>
<div class="footer"><div class="copyright">Powered by <a href="https://www.okta.com/">Okta</a></div> <a href="/privacy">Privacy Policy</a></div>`,
    ),
  },
  {
    id: 'login-microsoft-entra',
    language: 'en',
    requestedUrl: 'https://northwindhq.sharepoint.example/sites/finance/Shared%20Documents/budget.aspx',
    redirects: ['https://login.microsoftonline.example/common/oauth2/authorize?client_id=0000&response_mode=form_post'],
    html: doc(
      'en',
      'Sign in to your account',
      `<div id="lightboxTemplateContainer" class="provide-min-height"><div class="outer"><div class="middle"><div class="inner fade-in-lightbox">
<img class="logo" role="img" src="/shared/1.0/content/images/microsoft_logo.svg" alt="Microsoft"><div role="main"><form name="f1" method="post" action="/common/login">
<div id="loginHeader" class="row title ext-title" role="heading" aria-level="1">Sign in</div>
<input type="email" name="loginfmt" id="i0116" maxlength="113" placeholder="Email, phone, or Skype" aria-label="Enter your email, phone, or Skype.">
<input name="passwd" type="password" id="i0118" class="moveOffScreen" tabindex="-1" aria-hidden="true">
<div>No account? <a href="https://signup.live.example/" id="signup">Create one!</a></div><div><a id="cantAccessAccount" href="#">Can’t access your account?</a></div>
<input type="submit" id="idSIButton9" value="Next"></form></div></div></div></div>
<div id="footer" role="contentinfo"><a id="ftrTerms" href="https://www.microsoft.example/terms">Terms of use</a><a id="ftrPrivacy" href="https://privacy.microsoft.example">Privacy &amp; cookies</a></div></div>`,
      '<meta name="robots" content="none">',
    ),
  },
  {
    id: 'login-shopify-account',
    language: 'en',
    requestedUrl: 'https://www.larchandlinen.example/account/orders/55120',
    redirects: ['/account/login?checkout_url=%2Faccount%2Forders%2F55120'],
    html: shopify(
      'en',
      'Account',
      'Larch & Linen',
      `<div class="customer login section-template"><h1 id="login" tabindex="-1">Login</h1><div><form method="post" action="/account/login" id="customer_login" novalidate>
<input type="hidden" name="form_type" value="customer_login"><div class="field"><input type="email" name="customer[email]" id="CustomerEmail" autocomplete="email" placeholder="Email"><label for="CustomerEmail">Email</label></div>
<div class="field"><input type="password" name="customer[password]" id="CustomerPassword" placeholder="Password"><label for="CustomerPassword">Password</label></div>
<a href="#recover">Forgot your password?</a><button>Sign in</button><a href="/account/register">Create account</a></form></div></div>`,
    ),
  },
  {
    id: 'login-gitlab',
    language: 'en',
    requestedUrl: 'https://git.tidewater.example/platform/billing/-/merge_requests/418',
    redirects: ['/users/sign_in'],
    html: doc(
      'en',
      'Sign in · GitLab',
      `<div class="page-wrap borderless"><div class="container navless-container"><div class="content"><div class="flash-container"><div class="gl-alert gl-alert-danger"><div class="gl-alert-content">You need to sign in or sign up before continuing.</div></div></div>
<div class="gl-text-center"><h1>GitLab Community Edition</h1></div>
<form class="gl-p-5 gl-show-field-errors js-sign-in-form" id="new_user" action="/users/sign_in" method="post"><label for="user_login">Username or primary email</label><input type="text" name="user[login]" id="user_login" autofocus>
<label for="user_password">Password</label><input type="password" name="user[password]" id="user_password"><a href="/users/password/new">Forgot your password?</a>
<input type="checkbox" name="user[remember_me]"> Remember me <button type="submit"><span>Sign in</span></button></form></div></div>
<footer class="footer-container"><a href="/explore">Explore</a> <a href="/help">Help</a> <a href="https://about.gitlab.com">About GitLab</a></footer></div>`,
      '<meta content="GitLab" property="og:site_name">',
    ),
  },
  {
    id: 'login-confluence',
    language: 'en',
    requestedUrl: 'https://docs.ironbridge.example/display/ENG/Release+calendar',
    redirects: ['/login.action?os_destination=%2Fdisplay%2FENG%2FRelease%2Bcalendar&permissionViolation=true'],
    html: doc(
      'en-GB',
      'Log In - Confluence',
      `<div id="page"><header id="header" role="banner"><nav class="aui-header" aria-label="site"><a href="/" class="aui-header-logo">Confluence</a><a id="login-link" href="/login.action" class="user-item login-link">Log in</a></nav></header>
<div id="main" class="aui-page-panel"><div id="content" class="page"><div class="login-section aui-message"><p class="title">You are not permitted to perform this operation.</p></div>
<form class="aui login-form-container" action="/dologin.action" name="loginform" method="POST"><h2>Log in</h2><fieldset><label id="os_username-label" for="os_username">Username</label><input type="text" name="os_username" id="os_username" class="text">
<label for="os_password">Password</label><input type="password" name="os_password" id="os_password" class="password"><input type="checkbox" name="os_cookie" id="os_cookie"> Remember my login on this computer</fieldset>
<input id="loginButton" class="aui-button aui-button-primary" name="login" type="submit" value="Log in"> <a href="/forgotuserpassword.action">Forgot your password?</a></form></div></div>
<div id="footer" role="contentinfo"><ul id="poweredby"><li>Powered by <a href="https://www.atlassian.com/software/confluence">Atlassian Confluence</a> 8.5.4</li></ul></div></div>`,
    ),
  },
  {
    id: 'login-moodle',
    language: 'es',
    requestedUrl: 'https://campus.unirioja-sur.example/course/view.php?id=2231',
    redirects: ['/login/index.php'],
    html: doc(
      'es',
      'Entrar al sitio | Campus Virtual',
      `<div id="page-wrapper"><div id="page" class="container-fluid mt-0"><div id="page-content" class="row"><section id="region-main" class="col-12 h-100"><div role="main" id="yui_main">
<div class="login-container"><div class="login-wrapper"><h1 class="login-heading mb-4">Entrar a Campus Virtual</h1>
<form class="login-form" action="/login/index.php" method="post" id="login"><input type="hidden" name="logintoken" value="k"><label for="username" class="sr-only">Nombre de usuario</label><input type="text" name="username" id="username" placeholder="Nombre de usuario">
<label for="password" class="sr-only">Contraseña</label><input type="password" name="password" id="password" placeholder="Contraseña"><button class="btn btn-primary btn-lg" type="submit" id="loginbtn">Acceder</button>
<a href="/login/forgot_password.php">¿Ha extraviado la contraseña?</a></form><div class="login-divider"></div><h2 class="login-heading">Algunos cursos permiten el acceso de invitados</h2></div></div></div></section></div></div>
<footer id="page-footer" class="footer-popover"><div class="logininfo">Usted no se ha identificado.</div></footer></div>`,
      '<meta name="keywords" content="moodle, Entrar al sitio | Campus Virtual">',
    ),
  },
  {
    id: 'login-cas',
    language: 'fr',
    requestedUrl: 'https://ent.lycee-montaigne.example/emploi-du-temps/semaine-48',
    redirects: [
      'https://cas.academie-ouest.example/cas/login?service=https%3A%2F%2Fent.lycee-montaigne.example%2Femploi-du-temps',
    ],
    html: doc(
      'fr',
      "CAS - Service Central d'Authentification",
      `<div id="container"><header><div id="logo"></div><h1>Service Central d'Authentification</h1></header><div id="content"><div class="box" id="login">
<form id="fm1" action="/cas/login" method="post"><h2>Entrez votre identifiant et votre mot de passe.</h2><section class="row"><label for="username">Identifiant :</label><input id="username" name="username" class="required" type="text"></section>
<section class="row"><label for="password">Mot de passe :</label><input id="password" name="password" class="required" type="password"></section>
<section class="row check"><input id="warn" name="warn" type="checkbox"><label for="warn">Prévenez-moi avant d'accéder à d'autres services.</label></section><input type="hidden" name="lt" value="LT-1"><input class="btn-submit" name="submit" type="submit" value="SE CONNECTER"></form></div>
<div id="sidebar"><p>Pour des raisons de sécurité, veuillez vous déconnecter et fermer votre navigateur lorsque vous avez fini.</p></div></div><footer><div id="copyright">Copyright © Apereo. Powered by CAS 6.6</div></footer></div>`,
    ),
  },
  {
    id: 'login-drupal',
    language: 'nl',
    requestedUrl: 'https://ledennet.zeilbond.example/node/431',
    redirects: ['/user/login?destination=/node/431'],
    html: doc(
      'nl',
      'Inloggen | Ledennet Zeilbond',
      `<div class="dialog-off-canvas-main-canvas"><div id="page-wrapper"><header id="header" class="header" role="banner"><a href="/nl" rel="home">Ledennet Zeilbond</a></header>
<main id="content" class="column main-content" role="main"><section class="section"><h1 class="title page-title">Inloggen</h1><nav class="tabs" role="navigation"><ul class="tabs primary"><li class="is-active"><a href="/user/login">Inloggen</a></li><li><a href="/user/password">Wachtwoord opnieuw instellen</a></li></ul></nav>
<form class="user-login-form" data-drupal-selector="user-login-form" action="/user/login?destination=/node/431" method="post" id="user-login-form"><div class="js-form-item form-item"><label for="edit-name" class="form-required">Gebruikersnaam</label><input type="text" id="edit-name" name="name"><div class="description">Geef uw Ledennet Zeilbond gebruikersnaam op.</div></div>
<div class="js-form-item form-item"><label for="edit-pass">Wachtwoord</label><input type="password" id="edit-pass" name="pass"><div class="description">Geef hier het wachtwoord op dat bij uw gebruikersnaam hoort.</div></div><input type="hidden" name="form_id" value="user_login_form"><input type="submit" id="edit-submit" name="op" value="Inloggen" class="button"></form></section></main></div></div>`,
      '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)">',
    ),
  },
  {
    id: 'login-shibboleth',
    language: 'de',
    requestedUrl: 'https://elearning.hs-talheim.example/goto.php?target=crs_90211',
    redirects: ['https://idp.hs-talheim.example/idp/profile/SAML2/Redirect/SSO?execution=e1s1'],
    html: doc(
      'de',
      'Hochschule Talheim - Anmeldung',
      `<div class="wrapper"><div class="container"><header><img src="/idp/images/hs-logo.png" alt="Hochschule Talheim"><h3>Anmelden bei E-Learning-Plattform ILIAS</h3></header><div class="content"><div class="column one">
<form action="/idp/profile/SAML2/Redirect/SSO?execution=e1s1" method="post"><div class="form-element-wrapper"><label for="username">Benutzername</label><input class="form-element form-field" id="username" name="j_username" type="text"></div>
<div class="form-element-wrapper"><label for="password">Passwort</label><input class="form-element form-field" id="password" name="j_password" type="password"></div>
<div class="form-element-wrapper"><input type="checkbox" name="donotcache" value="1" id="donotcache"> <label for="donotcache">Anmeldung nicht speichern</label></div><button class="form-element form-button" type="submit" name="_eventId_proceed">Anmelden</button></form></div>
<div class="column two"><ul class="list list-help"><li><a href="https://www.hs-talheim.example/passwort"><span>›</span> Passwort vergessen?</a></li><li><a href="https://www.hs-talheim.example/rz"><span>›</span> Hilfe benötigt?</a></li></ul></div></div></div><footer class="container container-footer"><p class="footer-text">Rechenzentrum der Hochschule Talheim</p></footer></div>`,
    ),
  },
  {
    id: 'login-nextcloud',
    language: 'it',
    requestedUrl: 'https://cloud.studiobianchi.example/apps/files/?dir=/Progetti',
    redirects: ['/index.php/login?redirect_url=/apps/files/%3Fdir%3D/Progetti'],
    html: doc(
      'it',
      'Accedi – Nextcloud',
      `<noscript><div id="nojavascript"><div>Questa applicazione richiede JavaScript per un corretto funzionamento.</div></div></noscript>
<div class="wrapper"><div class="v-align"><header><div id="header"><div class="logo"></div></div></header><main><h1 class="hidden-visually">Nextcloud</h1><div id="login" class="guest-box login-box">
<form method="post" name="login" class="login-form" action="/index.php/login"><h2 class="login-form__headline" data-login-form-headline>Accedi a Nextcloud</h2><label for="user">Nome account o email</label><input id="user" type="text" name="user" autocapitalize="none">
<label for="password">Password</label><input id="password" type="password" name="password"><button type="submit"><span>Accedi</span></button></form><a href="/index.php/login#" class="login-box__link">Password dimenticata?</a><a href="#">Accedi con un dispositivo</a></div></main></div></div>
<footer class="guest-box"><p class="info"><a href="https://nextcloud.com" target="_blank" rel="noreferrer noopener">Nextcloud</a> – un posto sicuro per tutti i tuoi dati</p></footer>`,
    ),
  },
  {
    id: 'login-bitrix',
    language: 'ru',
    requestedUrl: 'https://portal.severstroy.example/company/personal/user/17/tasks/',
    redirects: ['/auth/?backurl=%2Fcompany%2Fpersonal%2Fuser%2F17%2Ftasks%2F'],
    html: doc(
      'ru',
      'Авторизация',
      `<table class="log-main-table"><tr><td class="log-top-cell"><div class="log-header-logo">Битрикс24</div></td></tr><tr><td class="log-main-cell"><div class="log-popup-wrap login-popup-wrap" id="login-popup-wrap"><div class="log-popup">
<div class="log-popup-header">Авторизация</div><form name="form_auth" method="post" target="_top" action="/auth/?login=yes"><input type="hidden" name="AUTH_FORM" value="Y"><div class="login-item"><span class="login-item-alignment"></span><span class="login-label">Логин</span><input class="login-inp" type="text" name="USER_LOGIN"></div>
<div class="login-item"><span class="login-label">Пароль</span><input class="login-inp" type="password" name="USER_PASSWORD"></div><input type="checkbox" id="USER_REMEMBER" name="USER_REMEMBER"> <label for="USER_REMEMBER">Запомнить меня на этом компьютере</label>
<div class="log-popup-footer"><input type="submit" value="Войти" class="login-btn"><a class="login-link-forgot-pass" href="/auth/?forgot_password=yes">Забыли свой пароль?</a></div></form></div></div></td></tr><tr><td class="log-bottom-cell">© «Битрикс», 2026</td></tr></table>`,
    ),
  },
])
