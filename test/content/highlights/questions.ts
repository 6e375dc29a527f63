/** Questions about saved pages, each with words from the passage that answers it. The pages aren't in this repository. */

export interface Question {
  /** Path in the folder of saved pages. A name without a slash is a text in this folder, or `arabicNews`. */
  page: string
  question: string
  answer: string
}

const about = (page: string, questions: Record<string, string>): Question[] =>
  Object.entries(questions).map(([question, answer]) => ({ page, question, answer }))

const english: Question[] = [
  ...about('quality/data/readability/pages/wikipedia-2.html.gz', {
    'How high is the highest mountain?': '3,754 metres',
    'What is the hottest temperature ever recorded in Rangiora?': '42.4 °C',
    'Which birds evolved to be unable to fly?': 'flightlessness',
    'What is a hāngi?': 'heated rocks buried in a pit oven',
    'Is farming sheep for wool still profitable?': 'no longer profitable',
    'Which films were made in New Zealand?': 'The Hobbit',
  }),
  ...about('quality/data/wcxb-dev/pages/0670.html.gz', {
    'How do I skip rows that another transaction has locked?': 'rows that cannot be immediately locked are skipped',
    'seed for repeatable random sampling': 'specifies a *`seed`*',
    'Is RIGHT OUTER JOIN the same as LEFT OUTER JOIN with the tables swapped?': 'convert it to a `LEFT OUTER JOIN`',
  }),
  ...about('quality/data/wcxb-dev/pages/2218.html.gz', {
    'How much does the Thinkific Grow plan cost?': '$149/mo',
    'monthly price of Kajabi Pro': '$499/mo',
  }),
  ...about('quality/data/wcxb-dev/pages/4085.html.gz', {
    'What does a coin locker at a station cost?': '300 – 700 yen',
    'Do I have to tip taxi drivers?': 'no tipping',
    'minimum purchase for tax-free shopping': '5,000 yen',
  }),
  ...about('quality/data/wcxb-dev/pages/3060.html.gz', {
    'Which colours can I buy?': 'Titanium Jetblack',
    'Is the phone waterproof?': 'IP68',
  }),
]

const german: Question[] = [
  ...about('quality/data/scrapinghub/pages/57b4dafd18cfd0531b69f81e87158648227c673ef159f8d8c87d34e34bdb21f2.html.gz', {
    'Nach wie vielen Tagen werden die Daten beim Wechsel der Versicherung gelöscht?': 'nach 28 Tagen gelöscht',
    'Wer hat TK-Safe entwickelt?': 'zusammen mit IBM',
    'Wofür steht DICOM?': 'Digital Imaging and Communications in Medicine',
    'Wie viel Geld floss bisher in das Projekt?': 'mehr als eine Milliarde Euro',
    'Welche Krankenkassen beteiligen sich an Vivy?': '90 gesetzlichen Krankenkassen',
    'Seit wann bietet das Universitätsklinikum Heidelberg die Akte an?': 'bereits seit 2014',
  }),
  ...about('suites/metadata/pages/www.spektrum.de.html.gz', {
    'Wie groß ist das Genom von Sapria?': '3,2 bis 3,5 Milliarden',
    'Wie schwer wird eine Blüte von Rafflesia arnoldii?': 'zehn Kilogramm',
    'Welcher Anteil der Gene ist verloren gegangen?': '44 Prozent der Gene',
    'Welche Algen haben ihr Plastidengenom verloren?': 'Polytomella',
  }),
  ...about('suites/metadata/pages/www.abendblatt.de.html.gz', {
    'Um wie viel sind die Kosten der Luftfracht gestiegen?': 'drei- bis Fünffache',
    'Wie viele Händler arbeiten auf dem Großmarkt?': '300 Händler',
  }),
]

const japanese: Question[] = [
  ...about('suites/metadata/pages/sect.iij.ad.jp.html.gz', {
    'Masscan のライセンスは何ですか': 'GNU General Public License Version 3',
    '調査目的のスキャンの割合は総パケット数の何％か': '約35%',
    'Realtek の脆弱性の番号': 'CVE-2014-8361',
  }),
  ...about('suites/metadata/pages/www.elecom.co.jp.html.gz', {
    ケーブルの長さは何メートルですか: '長さ1.5mのケーブル',
    無線の電波はどのくらい届きますか: '約10m',
    マウスの読取り方式: '光学式センサー',
    有線コンパクトキーボードの価格: '2,640',
  }),
]

const arabic = about('library.ar.md', {
  'متى تفتح المكتبة أبوابها يوم الجمعة؟': 'من الثانية ظهرا حتى الثامنة مساء',
  'كم كتابا يمكنني أن أستعير؟': 'ثمانية كتب',
  'ما غرامة التأخير؟': 'نصف درهم عن كل يوم',
  'كيف أحجز قاعة للدراسة؟': 'قبل الموعد بيومين',
  'هل توجد كتب للمكفوفين؟': 'طريقة برايل',
})

/** Name of the page in `arabic-page.ts`. */
export const arabicNews = 'news in Arabic'

/** Questions about the downloaded page. If it is available, they replace those about the text in this folder. */
export const arabicNewsQuestions: readonly Question[] = about(arabicNews, {
  'أين مقر المرصد السوري لحقوق الإنسان؟': 'مقرها لندن',
  'على كم مستودعا للذخيرة سيطر المقاتلون؟': 'سيطروا على ثلاثة',
  'ما الأسلحة التي اغتنمها مقاتلو الكتائب؟': 'أسلحة مضادة للدروع وصواريخ',
  'أين دارت الاشتباكات في محافظة الحسكة؟': 'محيط بلدة تل حلف',
  'ماذا طلب الائتلاف الوطني بشأن الموقوفين؟': 'وإخلاء سبيل أي أشخاص موقوفين',
})

export const questions: readonly Question[] = [...english, ...german, ...japanese, ...arabic]

/** All questions, including those about the downloaded page. */
export const questionsOfSavedPages: readonly Question[] = [...english, ...german, ...japanese, ...arabicNewsQuestions]
