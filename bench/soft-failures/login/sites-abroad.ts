/** Sign-in and sign-up pages in languages other than English and German: after a redirect, on another host, or at the page's own URL. */

import { bootstrap, divs, doc, news, next, wordpress } from '../site-chrome.ts'
import { casesOf } from '../soft-case.ts'

export const loginSitesAbroad = casesOf('login_page', [
  {
    id: 'login-journal',
    language: 'fr',
    requestedUrl: 'https://www.lecourrierdusud.example/culture/article/2026/11/20/le-festival_6184_3246.html',
    redirects: ['https://secure.lecourrierdusud.example/sfuser/connexion?continue=%2Fculture'],
    html: doc(
      'fr',
      'Se connecter - Le Courrier du Sud',
      `<main id="connection" class="main"><h1 class="connection__title">Connexion</h1><p>Identifiez-vous pour poursuivre votre lecture.</p><form name="connection" method="post" class="form"><label for="email">Adresse e-mail</label><input type="email" id="email" name="email" required><label for="password">Mot de passe</label><input type="password" id="password" name="password" required>
<a href="/sfuser/password/lost" class="form__forgotten">Mot de passe oublié ?</a><label><input type="checkbox" name="stay_connected"> Rester connecté</label><button class="button" type="submit">Se connecter</button></form><div class="connection__sso"><button>Continuer avec Google</button><button>Continuer avec Apple</button></div><p>Pas encore de compte ? <a href="/sfuser/inscription">Inscrivez-vous gratuitement</a></p></main>`,
    ),
  },
  {
    id: 'login-espace-client',
    language: 'fr',
    requestedUrl: 'https://www.mutuelle-horizon.example/espace-adherent/remboursements',
    redirects: ['/espace-adherent/identification'],
    html: wordpress(
      'fr',
      'Identification – Mutuelle Horizon',
      'Mutuelle Horizon',
      `<article class="page"><h1 class="entry-title">Mon espace adhérent</h1><div class="entry-content"><p>Veuillez vous identifier pour accéder à vos remboursements.</p><form method="post" action="/espace-adherent/identification"><p><label>Numéro d’adhérent<br><input type="text" name="adherent" inputmode="numeric"></label></p><p><label>Code personnel<br><input type="password" name="code"></label></p><p><input type="submit" value="Valider"></p></form><p><a href="/espace-adherent/premiere-connexion">Première connexion</a> · <a href="/espace-adherent/code-oublie">Code oublié</a></p></div></article>`,
    ),
  },
  {
    id: 'login-banco',
    language: 'es',
    requestedUrl: 'https://particulares.bancomeridiano.example/posicion-global/cuentas/movimientos',
    redirects: ['/acceso?sesion=expirada'],
    html: doc(
      'es',
      'Acceso clientes | Banco Meridiano',
      `<div class="bm-layout"><div class="bm-layout__left"><img src="/logo.svg" alt="Banco Meridiano"></div><div class="bm-layout__right"><h1>Hola</h1><p class="bm-alert">Tu sesión ha caducado. Vuelve a identificarte.</p><form id="acceso" method="post" action="/acceso"><label for="doc">DNI, NIE o pasaporte</label><input id="doc" name="documento" type="text" autocomplete="username"><label for="clave">Clave de acceso</label><input id="clave" name="clave" type="password" autocomplete="current-password"><button type="submit">Entrar</button></form><a href="/olvido-clave">He olvidado mi clave</a><a href="/alta">Hazte cliente</a></div></div>`,
    ),
  },
  {
    id: 'login-periodico',
    language: 'es',
    requestedUrl: 'https://www.diariodelnorte.example/deportes/2026-11-25/entrevista-al-entrenador.html',
    html: news(
      'es',
      'Regístrate para seguir leyendo',
      'Diario del Norte',
      `<div class="muro-registro"><h2>Este contenido es solo para usuarios registrados</h2><p>Inicia sesión o crea una cuenta gratis para seguir leyendo.</p><a class="boton boton--google" href="/oauth/google">Continuar con Google</a><form action="/registro" method="post"><label>Correo electrónico<input type="email" name="correo"></label><label>Contraseña<input type="password" name="contrasena"></label><button>Crear cuenta</button></form><p>¿Ya tienes cuenta? <a href="/iniciar-sesion">Inicia sesión</a></p></div>`,
    ),
  },
  {
    id: 'login-spid',
    language: 'it',
    requestedUrl: 'https://sportello.comune-rivabella.example/istanze/dettaglio/7731',
    redirects: ['https://accesso.comune-rivabella.example/login?service=sportello'],
    html: doc(
      'it',
      'Accedi ai servizi - Comune di Rivabella',
      `<header class="it-header-slim-wrapper"><a href="https://www.regione.example">Regione</a></header><main><div class="container"><h1>Accesso ai servizi</h1><p>Per accedere al sito e ai suoi servizi, utilizza una delle seguenti modalità.</p><section><h2>SPID</h2><p>Accedi con SPID, il Sistema Pubblico di Identità Digitale.</p><button class="btn btn-primary" type="button">Entra con SPID</button></section><section><h2>CIE</h2><p>Accedi con la tua Carta d’Identità Elettronica.</p><button class="btn btn-primary">Entra con CIE</button></section><section><h2>Altre utenze</h2><form action="/login" method="post"><label>Nome utente<input type="text" name="user"></label><label>Password<input type="password" name="pwd"></label><button>Accedi</button></form></section></div></main>`,
    ),
  },
  {
    id: 'login-gov-conta',
    language: 'pt-BR',
    requestedUrl: 'https://servicos.previdencia.example/beneficios/extrato?competencia=10-2026',
    redirects: ['https://sso.acesso.example/login?client_id=previdencia&authorization_id=19'],
    html: doc(
      'pt-br',
      'Acesse sua conta',
      `<div id="barra-brasil"></div><main class="container" id="main-signin"><div class="card" id="login-cpf"><form id="loginData" method="post" action="/login"><h3>Identifique-se com:</h3><div class="accordion-panel"><p>Digite seu CPF para <strong>criar</strong> ou <strong>acessar</strong> sua conta</p><label for="accountId">CPF</label><input id="accountId" name="accountId" autocomplete="off" placeholder="Digite seu CPF" type="tel"><button class="button-continuar" name="operation" value="enter-account-id">Continuar</button></div><hr><h3>Outras opções de identificação:</h3><button class="item-login-signup-ways">Login com seu banco</button><button>Login com QR code</button><button>Seu certificado digital</button></form><a href="/faq">Está com dúvidas e precisa de ajuda?</a></div></main>`,
    ),
  },
  {
    id: 'login-portal-aluno',
    language: 'pt',
    requestedUrl: 'https://aluno.colegiodelta.example/notas/3bimestre',
    html: divs(
      'pt',
      'Login',
      'Colégio Delta',
      `<div class="caixa-login"><h1>Portal do Aluno</h1><p>Faça login para continuar.</p><form action="/entrar" method="post"><input type="text" name="matricula" placeholder="Matrícula"><input type="password" name="senha" placeholder="Senha"><button type="submit">Entrar</button></form><a href="/senha">Esqueci minha senha</a></div>`,
    ),
  },
  {
    id: 'login-digid',
    language: 'nl',
    requestedUrl: 'https://mijn.gemeente-oosterveld.example/zaken/2026-118',
    redirects: ['/inloggen?return=/zaken/2026-118'],
    html: doc(
      'nl',
      'Inloggen - Mijn Oosterveld',
      `<header class="header"><a href="https://www.gemeente-oosterveld.example">Gemeente Oosterveld</a></header><main id="content"><h1>Inloggen op Mijn Oosterveld</h1><p>Kies hoe u wilt inloggen om uw zaken te bekijken.</p><ul class="login-options"><li><a class="login-option" href="/saml/digid"><img src="/digid.svg" alt=""> Inloggen met DigiD</a></li><li><a class="login-option" href="/saml/eherkenning"><img src="/eh.svg" alt=""> Inloggen met eHerkenning</a></li></ul><p>Nog geen DigiD? <a href="https://www.digid.example/aanvragen">Vraag uw DigiD aan</a></p></main>`,
    ),
  },
  {
    id: 'login-sklep',
    language: 'pl',
    requestedUrl: 'https://www.domowyskladzik.example/moje-konto/zamowienia/20991',
    redirects: ['/logowanie.html?powrot=moje-konto'],
    html: bootstrap(
      'pl',
      'Logowanie',
      'Domowy Składzik',
      `<section class="logowanie"><h1>Zaloguj się</h1><form method="post" action="/logowanie.html"><label>Adres e-mail lub login<input class="form-control" type="text" name="login"></label><label>Hasło<input class="form-control" type="password" name="haslo"></label><a href="/przypomnij-haslo.html">Nie pamiętam hasła</a><button class="btn btn-primary">Zaloguj się</button></form></section><section><h2>Nie masz konta?</h2><a class="btn btn-outline" href="/rejestracja.html">Zarejestruj się</a></section>`,
    ),
  },
  {
    id: 'login-dziennik',
    language: 'pl',
    requestedUrl: 'https://uczen.dzienniczek.example/oceny/matematyka',
    redirects: ['https://cufs.dzienniczek.example/logowanie/Account/LogOn?ReturnUrl=%2Foceny'],
    html: doc(
      'pl',
      'Dzienniczek – logowanie',
      `<div class="mainContainer"><h1>Dzienniczek elektroniczny</h1><form action="/logowanie/Account/LogOn" method="post"><div class="loginLabel">Nazwa:</div><input id="LoginName" name="LoginName" type="text"><div class="loginLabel">Hasło:</div><input id="Password" name="Password" type="password"><input type="submit" value="Zaloguj się &gt;"></form><a href="/AccountManage/UnlockAccount">Załóż konto</a> <a href="/AccountManage/Reset">Przywracanie dostępu</a></div>`,
    ),
  },
  {
    id: 'login-bankid',
    language: 'sv',
    requestedUrl: 'https://minasidor.vardcentralen.example/journal/besok/20261102',
    redirects: ['/logga-in?retur=%2Fjournal%2Fbesok%2F20261102'],
    html: next(
      'sv',
      'Logga in',
      'Vårdcentralen',
      `<h1>Logga in</h1><p>Välj hur du vill logga in för att läsa din journal.</p><button class="Button_primary__k2">Mobilt BankID</button><button class="Button_primary__k2">BankID på den här enheten</button><button class="Button_secondary__k3">Freja eID+</button><p>Har du inte e-legitimation? <a href="/skaffa-e-legitimation">Så skaffar du det</a></p>`,
    ),
  },
  {
    id: 'login-prihlaseni',
    language: 'cs',
    requestedUrl: 'https://klient.energieplus.example/faktury/2026/10',
    redirects: ['/prihlaseni?returnUrl=%2Ffaktury%2F2026%2F10'],
    html: bootstrap(
      'cs',
      'Přihlášení',
      'Energie Plus',
      `<h1>Přihlášení do klientské zóny</h1><form method="post" action="/prihlaseni"><label for="email">E-mail</label><input id="email" class="form-control" name="email" type="email"><label for="heslo">Heslo</label><input id="heslo" class="form-control" name="heslo" type="password"><div class="form-check"><input type="checkbox" id="trvale"> <label for="trvale">Zůstat přihlášen</label></div><button class="btn btn-success">Přihlásit se</button></form><p><a href="/zapomenute-heslo">Zapomněli jste heslo?</a> Nemáte účet? <a href="/registrace">Zaregistrujte se</a></p>`,
    ),
  },
  {
    id: 'login-forum-ru',
    language: 'ru',
    requestedUrl: 'https://forum.avtoremont.example/index.php?showtopic=55871',
    html: divs(
      'ru',
      'Вход',
      'Форум «Авторемонт»',
      `<div class="ipsBox"><h1>Извините, но вы не можете просматривать эту тему</h1><p>Войдите на форум или зарегистрируйтесь, чтобы увидеть сообщения.</p><form method="post" action="index.php?app=core&amp;module=global&amp;section=login"><label>Имя пользователя<input type="text" name="ips_username"></label><label>Пароль<input type="password" name="ips_password"></label><label><input type="checkbox" name="rememberMe"> Запомнить</label><input type="submit" value="Войти"></form><p><a href="/lostpassword">Я забыл пароль</a> · <a href="/register">Регистрация</a></p></div>`,
    ),
  },
  {
    id: 'login-edevlet',
    language: 'tr',
    requestedUrl: 'https://www.belediyehizmet.example/basvurularim/4471',
    redirects: ['https://giris.kimlik.example/Giris?oauthClientId=belediye&continue=basvurularim'],
    html: doc(
      'tr',
      'Kimlik Doğrulama Sistemi',
      `<header><h1 class="logo">Kimlik Doğrulama Sistemi</h1></header><main><section class="giris"><p>Giriş yapılacak uygulama: <strong>Belediye Hizmetleri</strong></p><ul class="tabs"><li class="active"><a href="#sifre">Şifre</a></li><li><a href="/Giris/Mobil-Imza">Mobil İmza</a></li><li><a href="/Giris/E-Imza">e-İmza</a></li></ul><form id="loginForm" method="post"><label for="tridField">T.C. Kimlik No</label><input id="tridField" name="tridField" type="text"><label for="egpField">Şifre</label><input id="egpField" name="egpField" type="password"><a href="/sifremi-unuttum">Şifremi Unuttum</a><button type="submit">Giriş Yap</button><button type="button">İptal Et</button></form></section></main>`,
    ),
  },
  {
    id: 'login-kaiin',
    language: 'ja',
    requestedUrl: 'https://www.tabinavi.example/mypage/reservations/7712',
    redirects: ['/member/login?next=%2Fmypage%2Freservations%2F7712'],
    html: bootstrap(
      'ja',
      'ログイン',
      'たびナビ',
      `<h1 class="h3">会員ログイン</h1><p>ご利用にはログインが必要です。</p><form method="post" action="/member/login"><label>メールアドレス<input class="form-control" type="email" name="mail"></label><label>パスワード<input class="form-control" type="password" name="pass"></label><label><input type="checkbox"> 次回から自動的にログイン</label><button class="btn btn-danger">ログイン</button></form><p><a href="/member/reminder">パスワードをお忘れの方</a></p><h2>はじめての方</h2><a class="btn" href="/member/entry">新規会員登録（無料）</a>`,
    ),
  },
  {
    id: 'login-discuz',
    language: 'zh-CN',
    requestedUrl: 'https://bbs.shumakong.example/thread-88120-1-1.html',
    html: divs(
      'zh-CN',
      '提示信息',
      '数码控论坛',
      `<div id="ct" class="wp cl w"><div class="nfl" id="main_succeed"><div class="f_c altw"><div id="messagetext" class="alert_info"><p>抱歉，您尚未登录，没有权限访问该版块</p></div><div id="messagelogin"><form method="post" name="login" action="member.php?mod=logging&amp;action=login"><table><tr><th>用户名</th><td><input type="text" name="username" class="px"></td></tr><tr><th>密码</th><td><input type="password" name="password" class="px"></td></tr></table><label><input type="checkbox" name="cookietime"> 自动登录</label><button class="pn pnc" type="submit"><strong>登录</strong></button><a href="member.php?mod=register">立即注册</a> <a href="#">找回密码</a></form></div></div></div></div>`,
    ),
  },
  {
    id: 'login-portal-ko',
    language: 'ko',
    requestedUrl: 'https://mail.dalbit.example/inbox/9931',
    redirects: ['https://nid.dalbit.example/nidlogin.login?url=https%3A%2F%2Fmail.dalbit.example%2Finbox'],
    html: doc(
      'ko',
      '달빛 : 로그인',
      `<div id="wrap" class="wrap"><header class="header" role="banner"><h1><a href="/" class="logo"><span class="blind">달빛</span></a></h1></header><div id="container"><form id="frmNIDLogin" method="post" action="/nidlogin.login"><ul class="menu_wrap"><li class="menu_item"><a href="#">ID 로그인</a></li><li><a href="#">일회용 번호</a></li><li><a href="#">QR코드</a></li></ul><input type="text" id="id" name="id" placeholder="아이디"><input type="password" id="pw" name="pw" placeholder="비밀번호"><input type="checkbox" id="keep" name="nvlong"><label for="keep">로그인 상태 유지</label><button type="submit" id="log.login">로그인</button></form><ul class="find_wrap"><li><a href="/pw">비밀번호 찾기</a></li><li><a href="/id">아이디 찾기</a></li><li><a href="/join">회원가입</a></li></ul></div></div>`,
    ),
  },
  {
    id: 'login-bawaba',
    language: 'ar',
    requestedUrl: 'https://eservices.albalad.example/requests/2026/5501',
    redirects: ['/login?returnUrl=%2Frequests%2F2026%2F5501'],
    html: bootstrap(
      'ar',
      'تسجيل الدخول',
      'بوابة الخدمات الإلكترونية',
      `<h1>تسجيل الدخول</h1><p>يرجى تسجيل الدخول للاستفادة من الخدمة.</p><form method="post" action="/login"><label>رقم الهوية أو اسم المستخدم<input class="form-control" name="user" type="text"></label><label>كلمة المرور<input class="form-control" name="password" type="password"></label><button class="btn btn-primary">دخول</button></form><p><a href="/forgot">نسيت كلمة المرور؟</a> <a href="/register">إنشاء حساب جديد</a></p>`,
    ),
  },
])
