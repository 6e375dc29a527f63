/** Pages of two to four sentences whose words are also those of failures: notices, job advertisements, posts, descriptions. */

import { pagesOf } from '../soft-case.ts'

/** The page's title and heading (before and after a `|` if they differ), and its text. */
const pages: readonly (readonly [heading: string, text: string])[] = [
  [
    'Lift out of service',
    '<p>The lift in block B is out of service until the new motor arrives. Please use the stairs or the lift in block A.</p><p>The caretaker</p>',
  ],
  [
    'Closed for maintenance | Swimming pool closed for maintenance',
    '<p>The pool is drained and painted every spring. The sauna stays open as usual.</p>',
  ],
  [
    'We will be back soon | Bakery Holm: we will be back soon',
    '<p>We are on holiday and bake again from the first Monday of August. Until then, our cousins at the mill sell our rye bread.</p>',
  ],
  [
    'Apache test page',
    '<p>Sheet 14 of the Apache collection is a test page printed by the Cincinnati foundry. It shows every weight of the typeface.</p><img src="/14.jpg" alt="Sheet 14">',
  ],
  [
    'Junior gardener | Apply for: Junior gardener',
    '<p>You like mud and early mornings. We teach you pruning, grafting and the names of four hundred plants.</p><button>Apply with Google</button><button>Apply with LinkedIn</button>',
  ],
  [
    'How old is the castle?',
    '<p>Nobody knows. The oldest beam was felled in the twelfth century, but the cellar may be older.</p><button>Next question</button><button>Back</button>',
  ],
  [
    'Error 404 | Error 404 (2019)',
    '<p>Oil on canvas, two metres square. The painter covered the plate of a broken elevator with blue and left only the number.</p>',
  ],
  [
    'Not found',
    '<p>The debut album of the trio from Leeds has nine songs and not one chorus. It was recorded in a laundry.</p><p>Tracks: Keys, Tide, Lost Property.</p>',
  ],
  [
    'Lost cat: not found yet',
    '<p>Mimi is grey with a white paw and answers to biscuits. She was last seen near the allotments. If you find her, ring at number nine.</p>',
  ],
  [
    'Access denied',
    '<p>A thriller in three acts. A night guard finds a door that no key opens, and behind it a telephone that rings every hour.</p><p>Running time: 96 minutes</p>',
  ],
  ['Login', '<p>Login is a hamlet in Carmarthenshire. It lies on the river Taf and has a chapel and a bridge.</p>'],
  [
    'Sign in',
    '<p>The sign in the window of the shop in Mill Street says “Back in five minutes”. It has said so since the spring, and people now photograph it.</p>',
  ],
  [
    'Members | Become a member',
    '<p>Members walk free with us all year and get the magazine. Write to the treasurer, and bring good boots.</p>',
  ],
  [
    'Register | Parish register',
    '<p>The register begins with a burial in the year of the great frost. Its first forty pages were eaten by mice.</p>',
  ],
  [
    'Service unavailable on Sundays',
    '<p>The ferry does not run on Sundays between October and Easter. Groups can ask the ferryman at the yellow house.</p>',
  ],
  [
    'Road closed',
    '<p>The road between the church and the quarry is closed while the bridge is repaired. A diversion is signposted.</p>',
  ],
  [
    'Temporarily unavailable',
    '<p>The walnut desk is out of stock. Our joiner makes four a year; leave your name in the shop and we will write when the next one is ready.</p>',
  ],
  ['Sold out', '<p>All places of the bread course are taken. The course on soups still has three.</p>'],
  [
    'This position has been filled',
    '<p>We found a new cook, thank you to all who wrote to us. We still look for someone who likes washing up.</p>',
  ],
  [
    'No results',
    '<p>The commission met for the ninth time, and there are no results. The chair called the talks friendly.</p>',
  ],
  [
    'Page 404',
    '<p>Here the letter breaks off; page 404 of the manuscript is torn. The next page begins with the arrival in Riga.</p>',
  ],
  [
    'Missing pages',
    '<p>Three pages of the atlas are missing. They were cut out with a knife, perhaps by the same reader who returned it.</p>',
  ],
  [
    'The requested song',
    '<p>The requested song was not found on any of our shelves, so the band made one up. Listeners liked it better.</p>',
  ],
  [
    'Something went wrong',
    '<p>A podcast about bridges, cakes and rockets that fell down. New episode every other Friday.</p><button>Play</button>',
  ],
  ['Sorry', '<p>A short poem by A. Brand:</p><p>I ate the plums<br>and would again.</p>'],
  ['Oops!', '<p>“Oops!” is a card game for three to six players. Whoever drops the spoon starts the next round.</p>'],
  ['Cookies | Oat cookies', '<p>Mix oats, butter and sugar, and bake for twelve minutes. Accept no raisins.</p>'],
  ['Cookie policy of our kitchen', '<p>Every guest may take two cookies. Children may take three, and dogs none.</p>'],
  [
    'Consent | Consent form for the school trip',
    '<p>Print the form, sign it and hand it to the class teacher. Without it, your child stays at school that day.</p><a href="/form.pdf">Form</a>',
  ],
  [
    'How old are you?',
    '<p>A tree counts its years in rings, a fish in its ears and a turtle not at all. Our exhibition lets you find out how that is done.</p>',
  ],
  ['Adults only', '<p>On Thursdays the climbing hall is for adults only. Beginners can borrow shoes.</p>'],
  [
    'For sale: a domain of old oaks',
    '<p>The domain of Vaux has two hundred oaks and a roofless chapel. It is for sale with its fish rights.</p>',
  ],
  [
    'House for sale',
    '<p>Three rooms, a stove and a view of the harbour. The roof is new. Viewings by arrangement with the harbour office.</p>',
  ],
  ['Parked', '<p>A tram that was parked here in the war never left. Today it is the smallest library of the city.</p>'],
  [
    'It works!',
    '<p>After eleven winters, the tower clock works again. The clockmaker asks you not to set your watches by it yet.</p>',
  ],
  [
    'Welcome',
    '<p>Welcome to our garden. The gate is open from nine until dusk; please close it because of the goats.</p>',
  ],
  [
    'Under construction',
    '<p>The nave was under construction for two hundred years. You can read its story on the stones: each mason left a mark.</p>',
  ],
  ['Coming soon', '<p>Our second book is at the printer. It has forty maps of places that do not exist.</p>'],
  [
    'The server',
    '<p>The server carries six plates at once and remembers every order. She learned it on a ship. Portrait by our intern.</p>',
  ],
  [
    'Timeout',
    '<p>“Timeout” is the name of our bench in the park. It was made from the old goalposts, and everybody may sit on it.</p>',
  ],
  [
    'Bad gateway',
    '<p>The western gate of the fortress is called the Bad Gateway, because carts tipped over there. It was widened after a bishop fell.</p>',
  ],
  [
    '500 | 500 internal organs',
    '<p>The anatomist drew 500 organs in wax pencil. The collection belongs to the university and can be seen on request.</p>',
  ],
  ['403', '<p>The bus line 403 goes from the station to the lake. In winter it ends at the school.</p>'],
  [
    '503 Beech Street',
    '<p>The house at the end of the street was a bakery, then a cinema. It has stood empty since the flood.</p>',
  ],
  [
    'Gone',
    '<p>The glacier that gave the valley its name is gone. A stone marks where it ended in our grandparents’ time.</p>',
  ],
  [
    'Deleted',
    '<p>Deleted scenes from the film of the harbour dredger, with the voice of its captain. 14 minutes, no subtitles.</p>',
  ],
  [
    'Account suspended',
    '<p>The treasurer’s account of the journey is suspended after the third day, when he lost his glasses. The mate continues it.</p>',
  ],
  [
    'Blocked',
    '<p>The drain in Quay Street is blocked by roots again. The town sends a digger, and the residents bring coffee.</p>',
  ],
  [
    'You have been blocked',
    '<p>A lesson in fencing: your opponent has blocked, so step back and count to two. Then try the other side.</p>',
  ],
  ['Hilfe gesucht', '<p>Wir suchen eine Hilfe für die Küche. Melden Sie sich im Laden, am besten vor acht Uhr.</p>'],
  [
    'Aufzug außer Betrieb',
    '<p>Der Aufzug wird repariert und fährt bald wieder. Wir bitten um Geduld und danken den Nachbarn, die Einkäufe tragen.</p>',
  ],
  [
    'Seite nicht gefunden | Die Seite nicht gefunden',
    '<p>So heißt das neue Stück der Schultheatergruppe: Ein Buch sucht seine letzte Seite. Der Eintritt ist frei.</p>',
  ],
  [
    'Anmeldung',
    '<p>Die Anmeldung zum Ferienlager liegt in der Pfarrei aus. Jedes Kind bekommt einen Schlafsack und einen Namen aus Holz.</p>',
  ],
  ['Fermé', '<p>Le musée est fermé pour travaux. Les horloges sont visibles à la mairie, à l’heure près.</p>'],
  [
    'Page introuvable',
    '<p>Un roman policier : un libraire cherche la page arrachée d’un atlas et trouve sa sœur. Lu par l’auteur.</p>',
  ],
  [
    'Connexion',
    '<p>La connexion entre les deux vallées se fait par un col à deux mille mètres. En hiver, on attend le printemps.</p>',
  ],
  [
    'Cerrado por reformas',
    '<p>La taberna cierra unos días para arreglar el horno. Volvemos pronto con pan nuevo y la misma gente.</p>',
  ],
  [
    'No encontrado',
    '<p>El tesoro del barco hundido no fue encontrado. Los buzos subieron una campana y dos cucharas.</p>',
  ],
  [
    'Chiuso per ferie',
    '<p>Siamo al mare. Per le riparazioni urgenti delle biciclette, chiedete al fornaio: ha le chiavi e gli attrezzi.</p>',
  ],
  ['お休みのお知らせ', '<p>本日は臨時休業いたします。明日からは、いつも通り朝七時より営業いたします。</p>'],
  [
    'Thread: the page I cannot find | The page I cannot find',
    '<div class="post"><b>olga</b><p>There was a recipe with beetroot on this site. Does anyone remember its name?</p></div><div class="post"><b>pete</b><p>Try the archive under soups.</p></div>',
  ],
  [
    'Password',
    '<p>In the game of Password, one player gives a clue of one word. It was played on television for years.</p>',
  ],
  [
    'Please verify',
    '<p>Please verify the weights before you buy, says the sign on the fish market. The scale is older than the mayor.</p>',
  ],
  [
    'Not available in your country',
    '<p>An exhibition about fruit that never travels: medlars, serviceberries and the wild strawberry. Tasting every afternoon.</p>',
  ],
  [
    'Rate limit',
    '<p>On the weir, the rate limit for boats is one every four minutes. The keeper waves a green flag.</p>',
  ],
  [
    'Maintenance worker',
    '<p>The harbour seeks a maintenance worker who is not afraid of heights. The cranes are painted in summer and greased in winter.</p><a href="/apply">Apply</a>',
  ],
  [
    'Invalid tickets',
    '<p>Tickets of the old design are invalid from the summer on. Exchange them at the kiosk at no charge.</p>',
  ],
  [
    'Unexpected error',
    '<p>The referee’s unexpected error gave the village its only cup. It stands in the window of the chemist.</p>',
  ],
  [
    'The link is broken',
    '<p>The fourth link of the anchor chain is broken. The museum shows it beside the letter in which the smith apologises.</p>',
  ],
  [
    'Try again later',
    '<p>Try again later, says the oracle in the fairground machine. For a second coin, it says nothing. Built in Dresden.</p>',
  ],
]

export const briefPages = pagesOf(
  pages.map(([heading, text], n) => {
    const [title, h1] = heading.split(' | ')
    return {
      id: `real-brief-${n}`,
      language: 'en',
      requestedUrl: `https://brief.example/p/${n}`,
      html: `<!doctype html><html><head><meta charset="utf-8"><title>${title}${n % 3 === 0 ? ' – Millbrook' : ''}</title></head><body>${n % 2 === 0 ? '<nav><a href="/">Home</a> <a href="/about">About</a></nav>' : ''}<main><h1>${h1 ?? title}</h1>${text}</main>${n % 5 === 0 ? '<footer>Millbrook, all year</footer>' : ''}</body></html>`,
    }
  }),
)
