/** Words used in about thirty languages by pages served instead of the requested page. Written on 2026-11-27. */

import { collapseAndTrim } from '../white-space.ts'

/** Replaces accented letters, letter variants and apostrophes, so that patterns and pages are compared in one spelling. */
export function fold(text: string): string {
  const withoutMarks = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const inPlainLetters = withoutMarks.replace(/[łøıđßæ]/g, (letter) => plain[letter] ?? letter)
  return collapseAndTrim(inPlainLetters).replace(/[’‘`´]/g, "'")
}

const plain: Record<string, string> = { ł: 'l', ø: 'o', ı: 'i', đ: 'd', ß: 'ss', æ: 'ae' }

/** Joins lines of alternatives into one group. By default, Latin, Greek and Cyrillic matches must begin where a word begins. */
function words(lines: string, start = '(?<![a-z\u0370-\u04ff])'): string {
  return `${start}(?:${fold(lines.trim().replace(/\s*\n\s*/g, '|'))})`
}

const anywhere = (lines: string) => new RegExp(words(lines))
/** Matches the words in either order within one phrase. */
const together = (a: string, b: string) => `(?:${a}[^:?;]{0,60}${b}|${b}[^:?;]{0,45}${a})`
/** Matches a heading that consists of a phrase, with few words around it and possibly a status such as `Error 404:`. */
const heading = (group: string, before = 30, after = 25) =>
  new RegExp(`^(?:[^?;]{0,20}\\d{3} ?: )?[^:?;]{0,${before}}${group}(?:[^:?;]{0,${after}}|[.,!…–-].{0,60})$`)

const page = words(
  `
  page|url|link|address|content|article|story|post|resource|document|file|product|item|listing|job|position|vacancy|offer|event|property|profile|video|recipe|topic|thread
  seite|inhalt|artikel|produkt|angebot|anzeige|dokument|stelle|beitrag|webseite|adresse|lien|contenu|annonce|produit|offre|pagina|contenido|articulo|producto|oferta|anuncio|enlace|direccion
  contenuto|articolo|prodotto|indirizzo|conteudo|artigo|endereco|vaga|produto|stron|artykul|ofert|adres|sida|innehall|side|indhold|innhold|vare|sivu|tuote|strank|obsah|produkt|clanek|oldal|termek|continut
  страниц|материал|товар|объявлени|стать|документ|запис|ссылк|сторінк|матеріал|оголошен|страница|σελιδα|περιεχομεν|αρθρο|sayfa|icerik|urun|ilan|ページ|記事|商品|コンテンツ|お探し|求人
  页面|网页|頁面|網頁|内容|文章|页|頁|페이지|게시물|게시글|상품|콘텐츠|صفح|المحتوى|المنتج|محتوا|העמוד|הדף|דף|עמוד|תוכן|trang|halaman|หน้า|เพจ|पृष्ठ|पेज|strana|stranic|laman`,
  '',
)

const missing = words(`
  not (?:be )?found|[a-z]{2,6}n't (?:be )?(?:found|exist|find|here|available|locate|there|displayed)|[a-z]{2,6}n't seem to (?:exist|find|be)|not (?:exist|available|find|locate|here|be located)|no longer (?:exist|available|here|active|online|open|on)|cannot (?:be )?(?:found|find|locate)|(?:is|gone|went|goes) missing|(?:has|have|was) (?:moved|expired|been (?:re)?moved|been deleted|been taken down|removed|deleted|closed|ended)|no (?:such|longer)|does not exist|nowhere|(?:removed|deleted|expired|unavailable|missing)$
  (?:nicht|nichts) (?:mehr |da|gefunden|finden|verfugbar|vorhanden|existier|erreichbar|auffindbar|online|zu finden|aktiv)|existiert (?:leider )?nicht|gibt es (?:leider |hier )?nicht|nicht gibt|verschwunden|geloscht|abgelaufen|wurde (?:entfernt|verschoben)
  introuvable|non trouve|n'existe (?:pas|plus)|(?:pas|plus) (?:ete )?(?:trouve|disponible|en ligne)|inexistant|perdu|(?:a|ont) (?:ete )?(?:supprim|deplac|expir)|n'est (?:pas|plus)|(?:pas|plus) (?:pu )?(?:trouver|etre trouve)|impossible de trouver|(?:n'avons|n'a) pas
  no (?:se )?(?:ha |pudo |pudimos |puede |podemos |hemos |fue |esta )?(?:sido |podido )?(?:encontr|existe|disponible|ser encontrad|localizad)|ya no (?:existe|esta|se)|inexistente|perdid
  non (?:e |e' |e stata |e piu |riusciamo a |abbiamo |e stato |puo essere |siamo riusciti a )?(?:piu )?(?:trova|esist|disponibil|raggiungibil)|inesistente|rimoss|nao (?:foi |pode |pode ser |conseguimos |conseguiu |esta )?(?:mais )?(?:possivel )?(?:encontr|exist|disponivel|localizad)|removid
  niet (?:meer |langer )?(?:gevonden|vinden|beschikbaar|bestaat|worden gevonden)|bestaat (?:helaas )?niet|niet bestaat|nie (?:zostal[ao] |mozna |mozemy |moglismy )?(?:ma(?![a-z])|znalez|odnalez|istniej|ma tak)|nie jest (?:juz )?dostepn|nie istnieje|usunieta
  (?:inte|ej) (?:hittas|hitta|finns|langre)|hittades (?:inte|ej)|finns (?:inte|ej)|hittar inte|kunde (?:inte|ej)|saknas|hittar vi inte|kan inte hitta|(?:ikke|ikkje) (?:langere |lenger )?(?:fundet|funnet|findes|finnes|finde|finne|tilgaengelig|tilgjengelig)|(?:findes|finnes|fandtes|eksisterer|finder|finner|fant) (?:desvaerre |dessverre |vi )?(?:ikke|ikkje)|forsvundet
  ei (?:enaa )?(?:loyty|loyd|ole|voit)|(?:nebyl[ao]? |nebyla )?nenalezen|nenasl|neexistuj|nenajden|nebol[ao]? najden|nebyl[ao]? nalezen|nem (?:talal|letez|elerhet)|nu (?:a fost |a putut fi |mai )?(?:gasit|exist|este|am gasit|s-a|poate fi)|nije (?:prona|dostup)|ne postoji|ni (?:bilo )?(?:mogoce|najden)
  не (?:был[ао]? |можем |удалось |смогли )?(?:наиден|наити|существу|доступн|нашл|нашел|намер|знаид|існу|знаидено)|(?:больше|уже) (?:нет|не)|удален|нет такои|не съществува|δεν (?:βρεθηκε|υπαρχει|μπορει|ειναι)|bulunamad|bulamad|mevcut degil|yok|kaldiril
  見つかりません|みつかりません|存在しません|ありません|削除され|見当たりません|終了しました|见つかりません|不存在|未找到|找不到|(?:没有|沒有|没)找到|(?:已|被)(?:被)?(?:删除|刪除|移除)|已(?:下架|失效|过期)|不见了|走丢|不在|찾을 수 없|존재하지 않|없습니다|없어요|삭제|없는
  غير (?:موجود|متاح|متوفر)|لم (?:يتم العثور|نتمكن|نعثر)|لا (?:توجد|يوجد)|تعذر العثور|(?:یافت|پیدا) نشد|وجود ندارد|(?:לא|אינו|אינה) (?:נמצא|קיי|זמינ)|khong (?:tim thay|ton tai|co san)|tidak (?:ditemukan|dapat ditemukan|ada|tersedia)|ไม่พบ|ไม่มี|नहीं (?:मिल|है)|tidak wujud`)

const signIn = words(`
  log(?: |-)?(?:in|on)|sign(?: |-)?(?:in|on|up)|register|registration|create (?:an?|your) (?:free |new )?(?:[^ ]+ )?account|join (?:now|us|today|free|[^ ]+)|authenticat|authori[sz]ation required|welcome back|members?(?: |-)only|single sign|account required|enter your (?:password|credentials|email)|subscriber access|get started|verify your identity|session (?:has )?(?:expired|timed out)
  anmeld|melden sie sich|einlogg|registrier|konto (?:erstellen|anlegen|eroffnen)|willkommen zuruck|zugang|kundenbereich|connexion|connect(?:er|ez)|identifi|inscri|creer (?:un|votre) compte|espace (?:client|membre|abonne|personnel)|authentification|inici(?:ar?|e|o de) (?:de )?sesion|acced(?:er|a|e|i)|acces[so]|ingres[ao]r?|identif|registr|crear? (?:una|tu|su) cuenta|bienvenid[oa] de nuevo
  crea (?:un|il tuo) account|area (?:riservata|clienti|personale)|autentic|entrar|entre (?:na|com)|iniciar sessao|cadastr|cri(?:e|ar) (?:uma |sua |a sua )?conta|faca (?:o )?login|inlog|aanmeld|account (?:aanmaken|maken)|welkom terug|zaloguj|logowani|zarejestruj|rejestracj|zaloz konto|logga in|inloggning|skapa (?:ett )?konto|registrera|log ind|logg? (?:deg )?inn|innlogging|opret (?:en )?(?:konto|bruger|profil)|opprett (?:en )?(?:konto|bruker)
  kirjaudu|kirjautumi|rekisteroidy|luo tili|prihlas|prihlase|vytvorit ucet|bejelentkez|regisztr|belepes|conectare|conecteaza|intra in cont|inregistr|вход|воити|воидите|авториз|регистрац|зарегистр|вхід|увіити|увіидіть|реєстрац|увіити|συνδεση|εισοδος|εγγραφη|συνδεθειτε|giris|oturum ac|uye ol|kayit ol|hesap olustur|prijav|ログイン|サインイン|会員登録|新規登録|サインアップ|認証
  登录|登錄|登入|登陆|注册|註冊|로그인|회원가입|회원 가입|تسجيل (?:ال)?دخول|إنشاء حساب|سجل الدخول|ورود|ثبت نام|התחבר|כניסה|הרשמ|הירשמ|dang nhap|dang ky|masuk|daftar|เข้าสู่ระบบ|ลงชื่อเข้า|ลงทะเบียน|लॉग ?इन|साइन ?इन|log masuk|вписване`)

const consentTopic = words(`
  cookie|privacy|(?:your|data) (?:consent|privacy)|gdpr|before (?:you|we) (?:continue|proceed|begin)|tracking|personal(?:ised|ized|i) (?:ads|data)|datenschutz|privatsphare|zustimmung|einwilligung|mit werbung|bevor sie|weiterlesen mit|vie privee|confidentialite|consentement|donnees|avant de (?:continuer|poursuivre)|privacidad|consentimiento|antes de (?:continuar|seguir)|sus datos|consenso|prima di (?:continuare|procedere)|tuoi dati|privacidade|consentimento|seus dados|toestemming|voordat (?:je|u)|zgod|prywatn|ciastecz|zanim przejdz|integritet|samtyck|kakor|innan du|privatliv|samtykke|personvern|informasjonskaps|inden du|for du fortsetter
  evaste|tietosuoj|yksityisy|suostum|ennen kuin|soukrom|souhlas|sukrom|suhlas|suti|adatvedel|hozzajarul|confidential|consimtam|куки|конфиденциальн|согласи|cookies?|персональных данных|приватн|конфіденц|згод|απορρητ|συγκαταθεσ|συναινεσ|gizlilik|cerez|kisisel veri|riza|kolacic|クッキー|プライバシー|cookie|同意|隐私|隱私|개인정보|쿠키|동의|الخصوصية|ملفات تعريف|کوکی|حریم خصوصی|פרטיות|עוגיות|quyen rieng tu|privasi|คุกกี้|ความเป็นส่วนตัว|कुकी|गोपनीयता`)

const accept = words(`
  accept|agree|allow|consent|got it|ok(?:ay)?(?![a-z])|continue|understand|yes|enter|i(?: am|'m)|proceed|submit|confirm|verify|ich bin|je suis|jag ar|jeg er|jestem|ik ben|akzeptier|zustimm|einverstanden|annehmen|erlauben|weiter|ja(?![a-z])|bestatig|j'(?:accepte|ai)|tout accepter|accepter|continuer|oui|entrer|acept|permitir|continuar|si(?![a-z])|entrar|tengo|soy|accett|consent|acconsent|continua|entra|ho (?:piu|gia)|sono|aceit|concord|sim(?![a-z])|tenho|sou|akkoord|toestaan|accepteer|doorgaan|akcept|zgadzam|zgod|tak(?![a-z])|mam|przejdz|godkann|acceptera|tillat|jag|godkend|tillad|godta|aksepter|hyvaks|salli|kylla|olen|prij|souhlas|suhlas|ano(?![a-z])|povolit|vstoupit|je mi|elfogad|engedelyez|igen|elmult|accept|da(?![a-z])|am (?:peste|18)|приня|прииня|приима|соглас|разреш|да(?![а-я])|мне|погодж|так(?![а-я])|αποδοχ|αποδεχ|συμφων|ναι|kabul|onayl|evet|devam|izin
  prihvat|同意|承諾|許可|許可する|受け入れ|はい|入場|接受|允许|是|进入|進入|동의|수락|허용|예(?![가-힣])|네(?![가-힣])|입장|확인|قبول|موافق|أوافق|نعم|پذیر|بله|موافقم|אישור|אני מסכימ|קבל|כן|chap nhan|dong y|setuju|terima|ya(?![a-z])|ยอมรับ|ตกลง|ใช่|स्वीकार|हाँ`)

const refuse = words(`
  reject|decline|refuse|deny|disagree|manage|setting|option|preference|customi[sz]e|more (?:info|choices)|learn more|not?(?![a-z])|exit|leave|under|unter|moins de|menor|minoren|onder|ponizej|yngre|necessary|essential|go back|subscribe|ablehn|einstell|verlassen|nein|notwendig|zwecke|abo(?![a-z])|abonn|optionen|refus|parametr|sans accepter|personnalis|n(?:on|ao)(?![a-z])|quitter|sortir|options|rechaz|configur|salir|gestionar|rifiut|personalizz|esci|gestisci|preferenz|recus|rejeit|gerenci|gerir|definic|sair|weiger|instell|beheer|nee(?![a-z])|odrzu|ustawien|nie(?![a-z])|wyjdz|opuszcz|avvisa|neka|installning|nej(?![a-z])|lamna|afvis|indstil|avsla|avvis|innstilling|tilpass|nei(?![a-z])|forlad|forlat|hylkaa|asetu|ei(?![a-z])|poistu|odmit|nastaven|ne(?![a-z])|odejit|odist|odmiet|elutas|beallit|nem(?![a-z])|kilep|refuz|setari|nu(?![a-z])|iesi|отклон|настро|нет(?![а-я])|уити|покинуть|выити|відхил|налашт|ні(?![а-я])|вииити|απορριψ|ρυθμισ|οχι|reddet|ayar|hayir|cik
  odbij|拒否|設定|いいえ|管理|退場|退出|詳細|拒绝|拒絕|设置|否|离开|離開|거부|설정|아니|나가기|رفض|إعدادات|لا(?![ء-ي])|خروج|خیر|تنظیمات|דחה|דחיי|הגדרות|לא|tu choi|tuy chon|tuy chinh|khong|tolak|pengaturan|tidak|ปฏิเสธ|ตั้งค่า|ไม่|अस्वीकार|नहीं`)

const domain = words(
  `
  domain|domaine|dominio|domena|domene|domein|domeen|domeniu|verkkotunnus|tartomany|домен|alan ad|ドメイン|域名|網域|도메인|نطاق|النطاق|دامنه|דומיין|ten mien|โดเมน|डोमेन|website name|web address`,
  '',
)
const onSale = words(`
  for sale|available for purchase|parked|zum verkauf|zu verkaufen|geparkt|a vendre|en vente|en venta|a la venta|a venda|in vendita|te koop|na sprzedaz|till salu|til salg|myytavana|na prodej|na predaj|elado|de vanzare|прода|πωλειται|satilik|販売|売|出售|판매|للبيع|فروش|למכירה|ban(?![a-z])|dijual|na prodaju`)
const forSale = `(?:${onSale}|${words(`
  buy|purchase|parking|scadut|abgelaufen|caducad|verlopen|wygas|истек|udlobet|utlopt|utgatt|expirou|期限切れ|已过期|过期|到期|만료|(?:has )?expired|available|own this|make (?:an )?offer|acquir|inquir|kaufen|kauflich|steht zum|erwerben|achet|acquer|parke|expire|comprar|vendesi|acquist|kopen|kup|kop(?:a)?(?![a-z])|kob|kjop|myynnissa|osta|k prodeji|koupit|kupit|megvasar|cumpar|купить|купити|приобрест|αγορ|satin|売(?:り|却)|購入|取得でき|转让|轉讓|购买|購買|구매|매각|شراء|rao ban|dang ban|ขาย|बिक्री`)})`

const taken = words(`
  registered|reserved|parked|registriert|reserviert|geparkt|enregistree?|reservee?|parquee?|registrad[oa]|reservad[oa]|estacionad[oa]|aparcad[oa]|registrat[oa]|riservat[oa]|prenotat[oa]|parcheggiat[oa]|geregistreerd|gereserveerd|geparkeerd|(?:zare)?rezerwowan|zarejestrowan|zaparkowan|registrerad|reserverad|parkerad|registreret|reserveret|parkeret|registrert|reservert|parkert|rekisteroity|varattu|(?:za)?registrovan|(?:za)?rezervovan|regisztralt|foglalt|inregistrat|rezervat|зарегистрирован|зарезервирован|припаркован|зареєстрован|κατοχυρωμεν|κατοχυρωθει|tescil|kayit edil|kayitli|park edil|取得されて|登録されて|已(?:被)?(?:注册|註冊|停放)|등록된|등록되|مسجل|محجوز|ثبت شده|רשום|da duoc dang ky|terdaftar|จดทะเบียน`)

const maintenance = words(`
  (?:under|undergoing|down for|closed for|in|scheduled|planned|site|website|system|server|routine|performing|brief|essential)[^:?;]{0,20} maintenance|maintenance (?:mode|in progress|break|page|work|window)|maintenance$|maintenance mode|(?:be|back) (?:right )?(?:back|soon|shortly|online)|(?:temporarily|currently) (?:offline|down|closed)|wartungs(?:arbeit|modus|pause|fenster|seite)|(?:in|wegen|fur|gerade|derzeit|aktuell|geplante)[^:?;]{0,20} wartung|(?:bald|gleich|kurze) (?:wieder|zuruck)|(?:en|operation de|travaux de|pour|cause de) maintenance|maintenance (?:en cours|programmee|planifiee)|(?:de|bientot) retour|(?:en|por|de|bajo) mantenimiento|mantenimiento (?:programado|en curso)|volvemos|volveremos|(?:in|per|di) manutenzione|manutenzione (?:in corso|programmata)|torniamo|torneremo|(?:em|para|de) manutencao|manutencao programada|voltamos|voltaremos|(?:in|wegens|gepland|voor|met) onderhoud|onderhoud(?:swerk|smodus)|(?:przerwa|prace) konserwac|prace (?:techniczne|serwisowe)|przerwa (?:techniczn|serwisow)|underhall|vedligehold|vedlikehold|huolto|udrzb|karbantart|mentenanta|техническ|техработ|профилактик|обслуживани|технічн|обслуговуван|συντηρηση|bakim|メンテナンス|维护|維護|점검|صيانة|تعمیر|به ?روز ?رسانی|תחזוק|bao tri|pemeliharaan|perbaikan|ปรับปรุง|ปิดปรับ|रखरखाव|odrzavan`)

const failed = words(`
  internal server error|bad gateway|service (?:is )?(?:temporarily |currently )?unavailable|gateway time-?out|server error|too many (?:requests|connections)|rate limit|web ?server is (?:down|returning)|connection (?:timed out|failed|refused)|origin is unreachable|temporarily unavailable|could not be satisfied|application error|runtime error|fatal error|database (?:connection )?error|establishing a database|critical error|(?:site|shop|store|website)[^:?;]{0,15} unavailable|(?:something|things?|that) (?:went|has gone|didn't go|go) (?:terribly |horribly )?wrong|(?:error|problem|exception) (?:has )?occurred|(?:unexpected|unhandled|unknown|system) (?:error|exception)|technical (?:difficult|problem|error|issue)|having (?:trouble|technical|some|problems)|overloaded|over capacity|bandwidth limit|resource limit|no server is available|host error|ssl handshake
  kritische[nr]? fehler|erreur critique|error(?:e)? critico|erro critico|kritieke fout|krytyczny blad|kriti(?:skt fel|sk fe[ij]l)|kriticka chyba|критическая ошибка|критична помилка|kritik (?:bir )?hata|重大なエラー|严重错误|심각한 오류|serverfehler|fehler (?:ist )?aufgetreten|nicht erreichbar|vorubergehend nicht|schief(?:gelaufen|gegangen)|etwas ist schief|ist etwas schief|technische (?:storung|problem|schwierig)|dienst nicht|uberlastet|unerwarteter fehler|erreur (?:interne|serveur|technique|est|s'est|inattendue)|une erreur|service (?:temporairement )?indisponible|temporairement indisponible|probleme (?:est survenu|technique)|error (?:interno|del servidor|inesperado|de aplicacion)|(?:ocurrido|producido|habido) un|(?:salio|salido|fue|ido) mal|servicio (?:temporalmente )?no disponible|temporalmente (?:fuera|no)|errore (?:interno|del server|imprevisto|di sistema)|verificato un|(?:servizio|temporaneamente) (?:temporaneamente )?non|andato storto|erro (?:interno|no servidor|do servidor|inesperado)|ocorreu um|(?:deu|correu) (?:errado|mal)|(?:servico|temporariamente) (?:temporariamente )?(?:indisponivel|fora)|fora do ar|serverfout|er is (?:iets|een)|interne (?:server)?fout|tijdelijk (?:niet|onbereik)|iets (?:mis|fout)|storing|(?:wewnetrzny )?blad (?:serwera|wewnetrzny|aplikacji)|wystapil|poszlo nie tak|chwilowo niedostepn|(?:usluga|serwis) (?:jest )?(?:chwilowo |tymczasowo )?niedostepn
  fel (?:har )?(?:intraffat|uppstod|uppstatt)|(?:nagot|noget|noe) gi?ck? ?(?:fel|galt)|serverfe(?:l|jl|il)|(?:tillfalligt|midlertidig)[^.]{0,5} (?:inte|ute|ikke|nede|utilgaengelig|utilgjengelig|otillganglig)|opst(?:od|aet) en fe|oppst(?:od|att) en fe|palvelinvirhe|sisainen virhe|virhe (?:on )?tapahtu|meni vikaan|tilapaisesti|chyba (?:serveru|servera|aplikace)|(?:interni|vnitrni|interna|vnutorna) chyba|doslo k chybe|vyskytla sa|(?:nepovedlo|pokazilo)|docasne nedostupn|szerverhiba|(?:belso|varatlan|kiszolgalo)[^.]{0,10}hiba|hiba (?:tortent|lepett)|atmenetileg|eroare (?:interna|de server|neasteptata)|aparut o|temporar indisponibil|nu a (?:mers|functionat)|ошибка (?:сервера|приложения|500|502|503)|(?:произошла|внутренняя|непредвиденная|возникла)[^.]{0,15} ошибка|пошло не так|временно (?:недоступ|не работает)|(?:сервис|саит) (?:временно )?(?:недоступ|не работает)|помилка (?:сервера)|(?:сталася|внутрішня) помилка|пішло не так|тимчасово (?:недоступ|не працює)|σφαλμα (?:διακομιστη|εφαρμογης)|(?:προεκυψε|εσωτερικο|παρουσιαστηκε)[^.]{0,15}σφαλμα|κατι πηγε|προσωρινα (?:μη|δεν)|sunucu hatasi|(?:hata|sorun) olustu|(?:ters|yanlis) gitti|gecici olarak|hizmet (?:su anda )?kullanilam|erisilemiyor
  エラーが(?:発生|起き)|サーバー(?:内部)?(?:の)?エラー|ご利用(?:いただけません|になれません)|利用できません|アクセスが(?:集中|混雑)|混み合|接続できません|一時的に|问题|服务器(?:内部)?(?:错误|繁忙)|伺服器(?:內部)?錯誤|出错了|出錯了|系统(?:繁忙|错误|异常)|系統(?:繁忙|錯誤)|服务(?:暂时)?不可用|(?:暂时|暫時)无?(?:法|無法|不可)|网站(?:暂时)?(?:关闭|无法)|(?:发生|發生)(?:了)?(?:错误|錯誤)|(?:오류|에러|문제)(?:가|이) (?:발생|생겼)|서버 (?:내부 )?오류|일시적|이용할 수 없|접속이 (?:원활|불가)|접속자가|خطأ (?:في|داخلي|غير)|حدث خطأ|غير متاح(?:ة)? (?:حاليا|مؤقتا)|خطای|خطایی|שגיאת שרת|אירעה שגיאה|התרחשה שגיאה|השתבש|loi (?:may chu|he thong)|xay ra loi|su co|kesalahan (?:server|internal|pada)|terjadi kesalahan|gangguan|เกิดข้อผิดพลาด|ขัดข้อง|त्रुटि|गलत हो`)

const denied = words(`
  access (?:to this (?:page|site|resource) )?(?:is |has been |was )?(?:denied|forbidden|restricted|blocked)|forbidden|not authori[sz]ed|permission denied|you (?:have been|are|were) (?:temporarily )?blocked|request (?:was |has been )?blocked|(?:unsupported|outdated) browser|browser (?:is |isn't |version )?(?:not supported|supported|out of date|unsupported|too old)|upgrade your browser|zugriff (?:wurde )?(?:verweigert|gesperrt|nicht)|browser wird nicht|acces (?:refuse|interdit|bloque)|acceso (?:denegado|prohibido|restringido|bloqueado)|accesso (?:negato|vietato|bloccato)|acesso (?:negado|proibido|bloqueado)|toegang (?:geweigerd|verboden|geblokkeerd)|(?:odmowa|brak) dostepu|dostep (?:zabroniony|zablokowany)|atkomst nekad|adgang n[ae]+gtet|(?:ingen|ikke) (?:adgang|tilgang)|tilgang nektet|paasy (?:estetty|kielletty|evatty)|pristup (?:odepren|odmitnut|zamitnut|zakazan|odmietnut|zamietnut)|hozzaferes megtagad|acces (?:interzis|refuzat|respins)|доступ[^.]{0,20} (?:запрещ|ограничен|закрыт|заблок)|доступ[^.]{0,20} (?:заборон|обмежен)|δεν επιτρεπεται|απαγορευ|erisim (?:engel|redde|yasak)|アクセス(?:が|は)?(?:拒否|できません|禁止|制限)|(?:禁止|拒绝|拒絕)(?:访问|訪問|存取)|访问(?:被拒绝|受限|被禁止)|접근(?:이|을)? ?(?:거부|차단|금지|제한)|(?:تم رفض|ممنوع)|الوصول (?:مرفوض|محظور)|دسترسی (?:غیرمجاز|ممنوع|مسدود)|הגישה (?:נחסמ|נדחת|אסור)|truy cap bi|akses (?:ditolak|diblokir)|ปฏิเสธการเข้าถึง`)

const suspended = words(`
  (?:account|site|website|domain|hosting|page|service|subscription)[^:?;]{0,30} (?:suspended|disabled|deactivated|terminated|inactive)|suspended (?:account|page)|(?:konto|seite|webseite|account|website|hosting)[^:?;]{0,25} (?:gesperrt|deaktiviert|geschorst|opgeschort|afgesloten|zawieszon|zablokowan|avstangt|suspende|sperret|suljett|jaadytet|pozastaven|zablokov)|(?:compte|site|hebergement)[^:?;]{0,20} (?:suspendu|desactive)|(?:cuenta|sitio|pagina|conta|site|sito|account)[^:?;]{0,20} (?:suspendid|suspens|sospes|desativad|desactivad|disattivat|suspendat)|felfuggeszt|(?:аккаунт|саит|хостинг|обліковии запис|домен)[^:?;]{0,25} (?:заблок|приостанов|отключен|призупинен|вимкнен)|αναστολη|ανεσταλ|askiya alin|durduruldu|(?:アカウント|サイト|サービス)[^:?;]{0,10}(?:停止|凍結)|(?:账户|账号|网站|帳號|網站|站点)(?:已)?(?:被)?(?:暂停|停用|关闭|停權|暫停|冻结|封)|(?:계정|사이트|서비스)[^:?;]{0,8}(?:정지|중지)|(?:تعليق|إيقاف) (?:هذا )?(?:الحساب|الموقع)|(?:الحساب|الموقع) (?:موقوف|معلق)|مسدود شده|הושע|tam ngung|bi (?:dinh chi|khoa)|ditangguhkan|dinonaktifkan|ถูกระงับ`)

/** Names the visitor's location, and says that the page isn't available there. */
const place =
  '(?:your|this(?! location)|the(?! location)|certain|which|visitors|users|readers)[^:?;]{0,20} ?(?:countr|region|location|area|territor|european|eea|state|jurisdiction|geographic|eu(?![a-z]))'
const refused = words(
  "(?:not(?![a-z])|[a-z]+n't|cannot|unable|unavailable|unsupported|block|restrict|den(?:y|ied)|forbid|prohibit)",
)
const own = words(`
  this|diese|dieser|ce|cette|este|esta|questo|deze|dit|ta|ten|denne|dette|denna|denne|tama|tato|toto|ez a|acest|этот|даннии|цеи|αυτο|bu|この|当|此|该|本|이 |هذا|این|זה|nay|ini|นี้|यह`)

const retrieval = together(page, missing)

const numberAlone =
  /^(?:http|error|fehler|erreur|errore|erro|fout|fel|fejl|feil|virhe|chyba|hiba|blad|eroare|ошибка|помилка|σφαλμα|hata|エラー|错误|錯誤|오류|خطأ|code|status|oops|ops|ups|sorry|[\s#:!.,–—-])*(?:404|410)(?:error|not found|gone|page|fehler|erreur|エラー|错误|[\s#:!.,–—-])*$/
const statusLine =
  /^(?:http|error|fehler|erreur|errore|erro|fout|blad|ошибка|status|code|hata|エラー|错误|오류|\d\.\d|[\s#:/!.,–—-])*(?:40[0135689]|4[12]\d|451|5[0-3]\d|99\d)(?![\d]):?[^:?;]{0,50}$/

const missingHeading = heading(
  `(?:${retrieval}|${words("nothing (?:here|to see|found)|not found|page[^:?;]{0,20} (?:gone|vanished|lost)|no encontrad[oa]|nicht gefunden|non trovat[oa]|niet gevonden|introuvable|nenalezeno|не наидено|見つかりません|未找到|dead link|wrong turn|(?:are|you're|looks like you're|seem) lost|off the map")})`,
)
const failedHeading = new RegExp(
  `${heading(`(?:${failed}|${suspended})`, 45, 45).source}|${heading(denied, 20, 14).source}`,
)

/** Patterns for folded text. Those with `Heading` in their names match a whole heading or title. */
export const failureWords = {
  missing: new RegExp(retrieval),
  missingHeading,
  missingClaim: new RegExp(`${missingHeading.source}|${numberAlone.source}`),
  /** Explains what may have happened to a page, or leads back to the site. */
  moved: anywhere(`
  (?:may|might|could|has|have) (?:have )?(?:been )?(?:moved|removed|deleted|renamed|changed|expired|changed its)|間違って|mistyped|typo|schreibweise|direkt eingegeben|vyrazen|check (?:the |your )?(?:url|address|spelling|link)|broken|outdated|address|link|adresse|lien|enlace|direccion|indirizzo|endereco|adres|odkaz|adresa|адрес|ссылк|посилан|διευθυνσ|baglanti|アドレス|地址|链接|連結|주소|링크|الرابط|العنوان|כתובת|קישור|dia chi|alamat|tautan|ลิงก์|पता|home ?page|(?:to|go|take me|return|back) (?:the )?home|browse|looking for|nothing (?:was |has been )?found|search|suche|recherch|busca|busqueda|cerca|zoek|szuka|sok(?![a-z])|sog(?![a-z])|hled|keres|cauta|поиск|пошук|αναζητ|ara(?:ma|yin)|検索|搜索|搜尋|검색|بحث|جستجو|חיפוש|tim kiem|cari|startseite|verschoben|geloscht|tippfehler|vertippt|accueil|deplace|supprime|inicio|eliminad|movid|spostat|rimoss|pagina inicial|removid
  startpagina|verplaatst|verwijderd|glown|przenies|usuniet|startsida|flyttat|tagits bort|forside|flyttet|slettet|fjernet|etusivu|poistettu|siirretty|hlavni stran|uvodni|presunut|smazan|domovsk|odstranen|fooldal|kezdolap|torolt|athelyez|pagina principala|mutat|stears|главн|перемещ|удал|головн|видален|αρχικ|ana ?sayfa|tasinmis|silinmis|トップ|ホーム|移動|削除|首页|首頁|主页|删除|刪除|移除|홈|메인|삭제|이동|الرئيسية|حذف|نقل|اصلی|הבית|הוסר|trang chu|beranda|dihapus|หน้าแรก|ลบ|होम|pocetn|domov`),
  signInHeading: heading(signIn, 30, 30),
  signIn: new RegExp(signIn),
  mustSignIn: anywhere(`
  (?:must|need to|have to|required to|please|you'll need to) (?:first )?(?:be (?:logged|signed) in|log ?in|sign ?in|register|authenticate)[^.]{0,40} (?:to|in order|before|first)|(?:log|sign) ?in[^.]{0,40} to (?:continue|view|access|read|see|keep|your account)|create (?:an?|your) (?:free )?account to|(?:registered|logged|signed)[^.]{0,10} (?:users|members) only|only (?:available |visible |accessible )?(?:to|for) (?:registered|logged|members|subscribers)|you are not (?:logged|signed) in
  um (?:fortzufahren|weiterzulesen)|(?:melden|loggen) sie sich [^.]{0,30}(?:an|ein)(?:,| um)|mussen (?:sie )?(?:sich )?[^.]{0,30}(?:anmelden|angemeldet|eingeloggt)|nur fur (?:registrierte|angemeldete|mitglieder)|(?:devez|veuillez)[^.]{0,30}(?:connect|identifi|inscri)|(?:connectez|identifiez|inscrivez)-vous[^.]{0,30}pour|reserve aux (?:abonnes|membres)|(?:debes?|tienes que|necesitas|inicia|inicie)[^.]{0,20}sesion[^.]{0,20}para|(?:devi|accedi|effettua)[^.]{0,30}(?:accedere|per |login)|(?:precisa|deve|faca|entre)[^.]{0,30}(?:login|sessao|entrar|conta)[^.]{0,20}para
  (?:moet|log in|meld je)[^.]{0,30}(?:ingelogd|inloggen|aan|om )|(?:musisz|zaloguj)[^.]{0,30}(?:zalogow|aby)|(?:maste|logga in)[^.]{0,25}(?:inloggad|for att)|(?:skal|ma) v[ae]*re logget|log ind for at|logg inn for a|kirjaudu[^.]{0,25}(?:jatka|nah|luk)|(?:musite|prihlaste)[^.]{0,30}(?:prihlas|pro |pre )|(?:jelentkez|bejelentkez)[^.]{0,30}(?:hoz|hez|szukseg)|(?:trebuie|conecteaza)[^.]{0,30}(?:conect|autentif|pentru)|(?:воидите|авторизуитесь|необходимо)[^.]{0,30}(?:чтобы|воити|авториз|для)|увіидіть[^.]{0,25}щоб|(?:icin|gormek)[^.]{0,20}giris yap|giris yap(?:in|maniz)|ログイン(?:が必要|して(?:ください|続行)|後)|ログインすると|请(?:先)?登[录陆]|請(?:先)?登[錄入]|登录后|登入後|로그인(?:이 필요| 후|해 ?주세요|하세요|하시)|(?:يجب|يرجى)[^.]{0,20}(?:تسجيل|الدخول)|وارد شوید|יש להתחבר|vui long dang nhap|silakan (?:masuk|login)|กรุณาเข้าสู่ระบบ|कृपया लॉग`),
  consentHeading: heading(consentTopic, 50, 60),
  consent: new RegExp(consentTopic),
  age: anywhere(`
  age (?:verification|check|gate|confirmation|restrict|require)|your age|(?:verify|confirm)[^.]{0,20} age|how old|(?:over|least|under|of) (?:the age|1[68]|2[015]|legal)|legal (?:drinking|smoking)|adults? only|adult (?:content|material|site|website)|(?:mature|sensitive|explicit) content|(?:1[68]|2[01])(?!\\d)[^.?]{0,15}\\?$|(?:sensible|explizite) inhalte|contenus? (?:sensible|explicite)|contenido (?:sensible|explicito)|when were you born|date of birth|birth ?(?:day|date)|(?:1[68]|2[01]) ?(?:\\+|years|or (?:older|over)|and (?:older|over))|years (?:old|of age)|ab (?:1[68]|21)|alter(?:s|sbestatigung|sverifikation| bestatigen)|alterspruf|volljahrig|jahre alt|geburtsdatum|age legal|verification de l'age|majeur|votre age|(?:18|21) ans|naissance|mayor (?:de )?edad|edad|(?:18|21) anos|nacimiento|maggiorenn|(?:18|21) anni|(?:la tua |verifica )?eta(?![a-z])|nascita|maior de|idade|nascimento|leeftijd|(?:18|21) jaar|geboortedatum|pelnoletn|wiek|(?:18|21) lat|urodzeni|alder|(?:18|20|21) ar|fodselsdato|fodt|ika(?![a-z])|(?:18|20) vuot|taysi-ikai|vek(?![a-z])|plnolet|rokov|eletkor|evesnel|betolt|elmult|varst|(?:18|21) (?:de )?ani|возраст|(?:18|21) (?:лет|років)|совершеннолет|вік|повноліт|ηλικι|(?:18|21) ετων|yas(?:indan|iniz|inda|dogrula| dogrula)|18 yas|年齢|(?:18|20|二十)歳|歳以上|成人|年龄|年齡|(?:18|满18|滿18)周?[岁歲]|未成年|(?:만 ?)?19세|성인|나이|연령|العمر|عامًا|عاما|سن شما|גיל|(?:18|21) tuoi|do tuoi|usia|tahun|อายุ|आयु|उम्र`),
  accept: new RegExp(`^.{0,18}?${accept}`),
  refuse: new RegExp(`^.{0,18}?${refuse}`),
  forSale: new RegExp(`(?:${together(domain, forSale)}|parked[^.]{0,10} free)`),
  onSale: new RegExp(onSale),
  taken: new RegExp(together(domain, taken)),
  ownDomain: new RegExp(`${own}[^.]{0,20}${domain}|${domain}[^.]{0,3}(?:nay|ini|นี้)`),
  maintenanceHeading: heading(maintenance, 45, 10),
  failedHeading,
  failedClaim: new RegExp(`${failedHeading.source}|${statusLine.source}`),
  failed: new RegExp(`(?:${failed}|${denied}|${suspended})`),
  elsewhere: anywhere(`
  ${together(refused, place)}|access[^:?;]{0,40} from a (?:country|region|location)|geo-?(?:block|restrict)|droits de diffusion|region(?:al)? (?:restrict|block)|in (?:ihrem|deinem|ihrer|deiner) (?:land|region)|(?:dans|depuis) votre (?:pays|region|zone)|en (?:tu|su) (?:pais|region|zona|ubicacion)|nel tuo paese|nel tuo territorio|nella tua (?:zona|regione|area)|(?:no|em) seu pais|na sua (?:regiao|localizacao)|in (?:uw|jouw|je) (?:land|regio)|w (?:twoim|panstwa|tym) (?:kraju|regionie)|w twojej lokalizacji|(?:i|fran) (?:ditt|dit|din) (?:land|region)|maassasi|alueellasi|ve vasi (?:zemi|oblasti)|vo vasej (?:krajine|oblasti)|az on (?:orszag|regio)|orszagaban|(?:in )?(?:tara|regiunea) (?:ta|dvs|dumneavoastra)|в (?:вашеи|вашем|данном) (?:стран|регион)|для вашего (?:региона|страны)|у ваш(?:іи|ому) (?:країн|регіон)|στη χωρα|στην περιοχη|(?:ulkenizde|bolgenizde|ulkenden|konumunuzda)|お住まいの(?:地域|国)|お客様の(?:地域|国)|(?:国|地域)(?:では|から)|(?:所在|您|该|此)的?(?:国家|地区|地區|國家)|(?:국가|지역)에서(?:는)?|في (?:بلدك|منطقتك|دولتك)|(?:کشور|منطقه) شما|במדינה|באזור|(?:quoc gia|khu vuc) cua ban|(?:di|dari) (?:negara|wilayah) anda|ประเทศของคุณ|ในภูมิภาค|आपके (?:देश|क्षेत्र)`),
  later: anywhere(`
  try again|again later|de revenir|jobbar pa|arbei?j?der pa|(?:back|return) (?:soon|shortly|online|up)|be back|apologi[sz]e|sorry|inconvenience|patience|working (?:on|to|hard)|bear with|refresh|reload|check back|moment|minutes|shortly|erneut|spater|in kurze|bald|entschuldig|geduld|wieder (?:online|erreichbar|da|verfugbar|zuruck)|ein paar|reessay|plus tard|excus|desagrement|patien|bientot|intent|mas tarde|vuelv|disculp|molest|paciencia|pronto|riprov|piu tardi|scus|disagi|pazienza|breve|presto|novamente|mais tarde|desculp|inconvenien|em breve|logo|probeer|later|excuses|ongemak|geduld|binnenkort|snel|sprobuj|pozniej|przepraszam|cierpliw|wkrotce|niebawem|forsok|senare|ursakt|talamod|snart|beklag|prov |igen|senere|undskyld|talmodig|prov igjen|yrita|myohemmin|pahoittel|pian
  zkuste|pozdeji|omlouv|trpeliv|brzy|skuste|neskor|ospravedl|coskoro|probalj|kesobb|elnezest|turelm|hamarosan|incerc|mai tarziu|scuze|rabdare|curand|попробуите|позже|извин|неудобств|терпени|скоро|повтор|спробуите|пізніше|вибач|незручн|δοκιμαστε|αργοτερα|συγγνωμη|συντομα|tekrar|daha sonra|ozur|sabir|kisa sure|yakinda|lutfen|pokusajte|kasnije|しばらく|後ほど|再度|申し訳|お待ち|恐れ入り|稍后|稍後|再试|再試|抱歉|耐心|很快|尽快|重试|다시|나중|죄송|양해|잠시|곧|حاول|لاحق|نعتذر|عذر|قريب|صبر|دوباره|بعدا|پوزش|בקרוב|שוב|מאוחר|מצטער|סליחה|thu lai|xin loi|vui long|coba|nanti|maaf|ลองใหม่|ภายหลัง|ขออภัย|पुनः|बाद में|क्षमा|खेद`),
  /** Names a site, rather than a machine that needs maintenance. */
  site: anywhere(`
  site|web|shop|store|portal|online|page|platform|app(?![a-z])|back|servers?|systems?|seite|sida|sivu|pagina|sitio|sito|loja|tienda|boutique|nous|wir sind|stron|sklep|serwis|strank|oldal|саит|сервис|портал|магазин|σελιδα|ιστοτοπ|サイト|サービス|システム|ページ|网站|網站|系统|系統|服务|사이트|서비스|시스템|홈페이지|الموقع|سایت|האתר|אתר|trang|situs|laman|เว็บ|वेबसाइट|साइट|volve|torn|volt|terug|tilbage|tilbake|tillbaka|takaisin|zpet|vissza`),
  /** Says whom to contact about a failing site. */
  ask: anywhere(`
  permission|authori[sz]|berechtig|autoris|autoriz|tillatelse|tilladelse|behorig|uprawn|opravnen|прав(?![иа])|yetki|権限|权限|權限|권한|صلاحي|bevoegd|oikeu|jogosult|contact|upgrade|update|aktualisier|administrator|webmaster|(?:hosting )?provider|support|billing|notified|kontakt|anbieter|contactez|hebergeur|proveedor|assistenza|suporte|beheerder|skontaktuj|kontaktuj|yllapito|обратитесь|владел|хостинг|зверніться|επικοινων|iletisim|お問い合わせ|管理者|联系|聯絡|管理员|문의|관리자|اتصل|تواصل|تماس|צור קשר|פנה|lien he|hubungi|ติดต่อ|संपर्क`),
  /** Text that explains a failure to readers instead of reporting one. */
  explanation:
    /(?<![a-z])(?:means|refers to|defined (?:in|by)|rfc \d|stands for|bedeutet|signifie|significa|betekent|oznacza|betyder|означает|demektir)(?![a-z])/,
  statusLine,
  technical:
    /error (?:code )?\d{3,4}|error message|application owner|(?:your|the) logs|(?:ray|request|incident|error|event|trace|correlation|support|reference|transaction|session) ?(?:id|#|no\.?|number|code)(?![a-z])|reference:|guru meditation|varnish|nginx|apache|cloudflare|cloudfront|akamai|fastly|litespeed|openresty|iis(?![a-z])|tomcat|heroku|vercel|netlify|passenger|gunicorn|werkzeug|stack trace|exception|on line \d|traceback|xid|(?<!\d)(?:50[0-9]|52[0-9]|403|429|451)(?!\d)|\b[0-9a-f]{16,}\b|[0-9a-f]{8}-[0-9a-f]{4}-/,
  parkingHosts:
    /sedo(?:parking)?\.com|parkingcrew|bodis\.com|parklogic|(?:^|[/.])dan\.com|afternic|hugedomains|uniregistry|above\.com|skenzo|domainmarket|undeveloped\.com|cashparking|smartname|voodoo\.com|rookmedia|tldpark|parked-content|parking-?(?:page|lander|crew)|adsense\/domains\/caf\.js|domainsponsor|(?:^|["'/.])lander(?:["'?/]|$)|atom\.com|squadhelp|dynadot|efty\.com|park(?:ed)?[-_.]?(?:domain|page)|domain-?park|domainname(?:shop)?\.|parkweb|parkingpage|sav\.com|epik\.com|brandbucket|domain-for-sale|namedrive|domain\.com\/parked|parklogic/,
  welcome:
    /welcome to (?:nginx|openresty|caddy|centos|apache|tengine|lighttpd|your new (?:site|server|website|droplet|web ?server))|^it works!?$|apache2? .{0,20}default page|test page (?:for|from)|(?:http server|nginx|apache|server) test page|^iis(?: windows)?(?: server)?\d*$|default (?:web ?site|web ?page|plesk|parallels|server|vhost)|default page$|domain default page|success! your new web|congratulations|your (?:web ?server|website|site|domain|hosting|server|app|application) (?:is|has been) (?:up|running|ready|working|created|installed|set up|active|live)|placeholder page|apache tomcat|placeholder for|^index of \/$|site (?:is )?not (?:yet )?(?:configured|published|set up|found)|no (?:such )?(?:app|site|web ?site)(?: is)? (?:configured|here|at this)|future home of|^xampp|^lamp|^wamp|hello from caddy|caddy works|web server's default/,
  welcomeText:
    /successfully (?:installed|deployed|set up)|web ?server|further configuration|document ?root|\/var\/www|\/usr\/share|\/srv|public_html|htdocs|index\.(?:html|php)|site administrator|administrator of|nginx|apache|hosting|control panel|plesk|cpanel|internet information services|upload your/,
}
