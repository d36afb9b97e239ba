import { KITCHEN_SHELF } from './documents'
import { GARDEN_SHELF, HOUSE_SHELF, LIFE_SHELF, WORKSHOP_SHELF } from './shelves'
import type { SeedBot } from './types'

/** Above the usual: a shelf that looks at every question is to say nothing rather than something beside it. */
const SHELF_FIT_MIN = 0.4

/** Bots of the demo people. Most answer sub-questions, so that a check finds somebody at any hour. */
export const BOTS: readonly SeedBot[] = [
  // Legumes.
  {
    owner: 'zofia',
    kind: 'fixed',
    name: 'Kitchen chemistry',
    keywords: ['legumes', 'lectins'],
    scope: 'sub-contexts',
    price: '2.60',
    licence: 'quotable',
    teaser: 'What the stove does to the toxins in legumes',
    knowledge:
      'The toxins in legumes can be removed by boiling: lectins are proteins and fall apart at 100 °C. Boiled legumes are safe and nutritious.',
  },
  {
    owner: 'hanna',
    kind: 'fixed',
    name: 'Food safety desk',
    keywords: ['toxins', 'lectin'],
    scope: 'sub-contexts',
    price: '1.10',
    licence: 'quotable',
    teaser: 'What food agencies have measured in boiled legumes',
    knowledge:
      'Agencies confirm it: ten minutes of boiling removes the toxins in legumes. In raw kidney beans 20,000 to 70,000 units of lectin were measured, in boiled ones 200 to 400. Boiled legumes are safe.',
  },
  {
    owner: 'priya',
    kind: 'llm',
    name: 'Footnote finder',
    keywords: ['food agencies', 'field trials', 'manual'],
    scope: 'sub-contexts',
    price: '0.25',
    licence: 'quotable',
    knowledge: `You find the document behind a figure and say where in it the figure stands.
- What food agencies measured in boiled legumes is documented in the FDA’s handbook of foodborne pathogens, second edition, chapter on phytohaemagglutinin: it confirms that boiled legumes are safe.
- What field trials found about heat pumps in terraced houses is documented in the final reports of Britain’s Electrification of Heat project, which confirm that they work.
- What the Postgres manual says of a rebuild is documented on the page for REINDEX, under “Rebuilding Indexes Concurrently”, which confirms it for every version since 12.`,
  },
  {
    owner: 'jonas',
    kind: 'fixed',
    name: 'Slow cooker warning',
    keywords: ['stove', 'slow cooker'],
    scope: 'sub-contexts',
    price: '0.45',
    licence: 'quotable',
    teaser: 'The one way of cooking beans that makes it worse',
    knowledge:
      'A slow cooker is dangerous for beans: it stays near 80 °C, which leaves the lectin whole and can make a pot up to five times as toxic as raw beans.',
  },
  // The four-day week.
  {
    owner: 'samuel',
    kind: 'fixed',
    name: 'What was compared with what',
    keywords: ['four-day week'],
    scope: 'sub-contexts',
    price: '2.60',
    licence: 'quotable',
    teaser: 'What exactly was divided by what in the summer trial',
    knowledge:
      'The productivity figure of the four-day week is misleading. It is sales per employee in one August against the August before, without a control group, and in the same month meetings were cut to thirty minutes for everybody.',
  },
  {
    owner: 'mei-ling',
    kind: 'fixed',
    name: 'Second readers',
    keywords: ['summer trial'],
    scope: 'sub-contexts',
    price: '0.40',
    licence: 'quotable',
    teaser: 'How the announcement itself defines productivity',
    knowledge:
      'The announcement defines productivity as sales divided by the number of employees, for the month of August alone; hours and output are not in it.',
  },
  // Heating.
  {
    owner: 'priya',
    kind: 'fixed',
    name: 'Boiler price list',
    keywords: ['gas boiler'],
    scope: 'roots',
    price: '0.60',
    licence: 'quotable',
    teaser: 'What gas boilers and heat pumps cost to buy this year',
    knowledge:
      'A new gas boiler is affordable: 2,500 to 3,500 with its fitting. For a heat pump the bill is 8,000 to 14,000 before any grant.',
  },
  {
    owner: 'hanna',
    kind: 'fixed',
    name: 'Field-trial digest',
    keywords: ['heat pump'],
    scope: 'sub-contexts',
    price: '2.70',
    licence: 'quotable',
    teaser: 'What field trials found in old terraced houses',
    knowledge:
      'Field trials in Britain confirm that a heat pump works in terraced houses: 742 homes of every age were fitted, the median heat pump gave 2.8 units of heat for one of electricity, and no age of house had to be left out.',
  },
  {
    owner: 'lena',
    kind: 'fixed',
    name: 'Radiator arithmetic',
    // Of the questions asked about the heat pump only the first: what it repeats elsewhere would stay sealed there.
    keywords: ['put a heat pump'],
    scope: 'sub-contexts',
    price: '2.40',
    licence: 'quotable',
    teaser: 'Whether radiators from the nineties are big enough',
    knowledge:
      'For a heat pump most radiators of the nineties are big enough downstairs and too small upstairs: at 45 °C a radiator gives about half of what it gives at 70 °C. Three of nine had to be changed on average.',
  },
  {
    owner: 'amara',
    kind: 'fixed',
    name: 'Meter readings',
    keywords: ['field trials'],
    scope: 'sub-contexts',
    price: '0.70',
    licence: 'quotable',
    teaser: 'A year of meter readings from one of the terraced houses',
    knowledge:
      'A year of readings from one terraced house confirms that the heat pump was efficient: 11,400 units of heat for 3,900 of electricity.',
  },
  // Claims.
  {
    owner: 'zofia',
    kind: 'fixed',
    name: 'Energy budget',
    keywords: ['brain', 'brains'],
    scope: 'sub-contexts',
    price: '2.60',
    licence: 'quotable',
    teaser: 'How much of the body’s energy goes to the head',
    knowledge:
      'With 2 % of the body’s weight it takes 20 % of the energy at rest, which no animal would carry about for nothing. People do not use only ten percent of the brain.',
  },
  {
    owner: 'samuel',
    kind: 'fixed',
    name: 'Oxygen counter',
    keywords: ['energy goes to the head'],
    scope: 'sub-contexts',
    price: '1.10',
    licence: 'quotable',
    teaser: 'How that share of energy was counted',
    knowledge:
      'It is counted by oxygen: the blood that leaves the head has lost about a third of what went in. People who use only ten percent of the brain would not need it.',
  },
  {
    owner: 'hanna',
    kind: 'fixed',
    name: 'Who counted first',
    keywords: ['share of energy'],
    scope: 'sub-contexts',
    price: '0.20',
    licence: 'quotable',
    teaser: 'The paper in which it was counted for the first time',
    knowledge:
      'Seymour Kety and Carl Schmidt, with nitrous oxide, in papers from 1945 to 1948: about 54 ml of blood a minute for 100 g of tissue. People who use only ten percent of the brain are not in them.',
  },
  {
    owner: 'hanna',
    kind: 'llm',
    name: 'Myth file',
    keywords: ['lightning', 'goldfish', 'bats'],
    scope: 'both',
    price: '0.70',
    knowledge: `You answer questions about popular beliefs, in one or two plain sentences.
- Lightning does strike the same place again, so the saying is false: the Empire State Building is hit 20 to 25 times a year.
- That lightning never strikes the same place twice is a myth: a strike begins at the highest point, and lightning conductors are built on that.
- Goldfish remember for months, not seconds: in experiments they learned to press a lever at feeding time.
- Bats are not blind; many fruit bats find their way by sight.`,
  },
  // Databases.
  {
    owner: 'priya',
    kind: 'llm',
    name: 'Postgres field notes',
    keywords: ['bloated index', 'autovacuum', 'replication lag'],
    scope: 'roots',
    price: '1.10',
    licence: 'quotable',
    knowledge: `You answer questions about running Postgres from what you have seen in production.
- REINDEX INDEX CONCURRENTLY, from Postgres 12 on, rebuilds a bloated index without stopping writes: it builds a second index beside the old one and swaps them.
- A concurrent rebuild of an index needs free disk for a whole second copy, and waits for every transaction older than itself.
- Autovacuum falls behind on large tables until autovacuum_vacuum_scale_factor is lowered for them.
- Replication lag that grows every night is most often a batch job that runs as one transaction.`,
  },
  {
    owner: 'priya',
    kind: 'llm',
    name: 'Search notes',
    keywords: ['full-text search', 'search engine'],
    scope: 'roots',
    price: '1.00',
    knowledge: `You answer questions about searching text in databases.
- Postgres full-text search with a GIN index answers in milliseconds on two million product descriptions and is easy to run.
- Mistakes in part numbers are found in Postgres with pg_trgm, a second and reliable kind of index.
- Ranking by clicks is something that neither does by itself.`,
  },
  {
    owner: 'rafael',
    kind: 'fixed',
    name: 'Manual reader',
    keywords: ['rebuilding an index'],
    scope: 'sub-contexts',
    price: '1.20',
    teaser: 'What the Postgres manual says of a concurrent rebuild',
    knowledge:
      'The manual confirms it: REINDEX CONCURRENTLY takes a lock that lets writes to the table go on, rebuilds the index in several passes, and cannot run inside a transaction block or on an index that backs an exclusion constraint.',
  },
  {
    owner: 'jonas',
    kind: 'fixed',
    name: 'Release notes, sorted',
    keywords: ['concurrent rebuild'],
    scope: 'sub-contexts',
    price: '0.45',
    teaser: 'Since which version a rebuild can be concurrent',
    knowledge:
      'The release notes document it: REINDEX CONCURRENTLY came with Postgres 12 in October 2019, so that an index can be rebuilt without stopping writes to its table.',
  },
  {
    owner: 'amara',
    kind: 'llm',
    name: 'Fermentation notebook',
    keywords: ['sourdough', 'starter', 'kefir', 'sauerkraut'],
    scope: 'roots',
    price: '0.50',
    licence: 'quotable',
    knowledge: `You answer questions about bread and fermentation.
- A rye starter that smells of acetone or nail varnish is hungry: its flour is used up and the yeasts turn to making solvents.
- Feed a hungry rye starter twice a day at one part starter, five of water, five of flour, until it smells sour and fruity again; that takes two or three days.
- A rye starter kept at 20 °C instead of 28 °C needs half as much feeding.
- Pink or orange streaks mean that a starter is spoiled and must be thrown away.
- Sauerkraut wants 2 % of salt by weight and three weeks below 20 °C.`,
  },
  {
    owner: 'mei-ling',
    kind: 'corpus',
    name: 'Canteen shelf',
    about: 'Three short guides for kitchens that cook for many: cooked rice, dried beans, the freezer.',
    keywords: ['cooked rice', 'dried beans', 'kidney beans', 'freeze', 'reheat'],
    scope: 'roots',
    price: '0.60',
    licence: 'quotable',
    namesDocuments: true,
    documents: KITCHEN_SHELF,
  },
  // What strangers ask in their first minute.
  {
    owner: 'hanna',
    kind: 'corpus',
    name: 'House shelf',
    about: 'Kitchen, stains and cleaning, heating, water and power at home.',
    keywords: [],
    scope: 'roots',
    price: '0.30',
    fitMin: SHELF_FIT_MIN,
    namesDocuments: true,
    documents: HOUSE_SHELF,
  },
  {
    owner: 'jonas',
    kind: 'corpus',
    name: 'Workshop shelf',
    about: 'Bicycles, tools and repairs, computers and phones.',
    keywords: [],
    scope: 'roots',
    price: '0.30',
    fitMin: SHELF_FIT_MIN,
    namesDocuments: true,
    documents: WORKSHOP_SHELF,
  },
  {
    owner: 'zofia',
    kind: 'corpus',
    name: 'Garden shelf',
    about: 'Plants, animals at home, weather.',
    keywords: [],
    scope: 'roots',
    price: '0.30',
    fitMin: SHELF_FIT_MIN,
    namesDocuments: true,
    documents: GARDEN_SHELF,
  },
  {
    owner: 'lena',
    kind: 'corpus',
    name: 'Everyday shelf',
    about: 'Health with care, money, English usage, travelling.',
    keywords: [],
    scope: 'roots',
    price: '0.30',
    fitMin: SHELF_FIT_MIN,
    namesDocuments: true,
    documents: LIFE_SHELF,
  },
  {
    owner: 'rafael',
    kind: 'llm',
    name: 'General model',
    about:
      'What a language model knows in general, checked by nobody. It answers only where the market has a model.',
    keywords: [],
    scope: 'roots',
    price: '0.50',
    knowledge: `You know what a well-read language model knows: that is what this brief gives you, on any subject. Say what you are sure of, in a few sentences, with figures where they help. Begin the private information with “From a language model’s general knowledge, checked by nobody:”. Offer nothing on what happened recently, on private people, or on what you are not sure of.`,
  },
]
