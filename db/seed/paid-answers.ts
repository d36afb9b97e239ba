import type { SeedStory } from './types'

/** Questions whose answer is worth paying for. */
export const PAID_ANSWERS: readonly SeedStory[] = [
  {
    key: 'reindex',
    question: {
      asker: 'samuel',
      title: 'How do I rebuild a bloated index on a 400 GB Postgres table without stopping writes?',
      body: 'Postgres 15, one primary and one replica, 120 GB of free disk. The index is 90 GB and should be 35. I have a quiet hour on Sunday, not a maintenance window.',
      decision: { kind: 'open' },
      pages: ['https://www.postgresql.org/docs/current/sql-reindex.html'],
      tags: ['postgres', 'operations'],
      budget: '9',
      start: { rule: 'quorum', offers: 2 },
    },
    askedHoursAgo: 8 * 24 + 10,
    deadlineHours: 48,
    deeds: [
      {
        afterHours: 2,
        does: 'offer',
        by: 'zofia',
        teaser: 'My runbook for rebuilding an index while writes go on, with every command',
        privateInfo:
          'Run REINDEX INDEX CONCURRENTLY with maintenance_work_mem at 2 GB; watch pg_stat_progress_create_index. Before it, end sessions that are idle in transaction, for the rebuild waits for each of them. If it fails, drop the invalid index whose name ends in _ccnew. Count on 35 GB for the second index and as much write-ahead log on the replica.',
        price: '3.00',
        licence: 'quotable',
      },
      {
        afterHours: 70,
        does: 'decide',
        note: 'Done on Sunday in 48 minutes, no blocked write. The idle sessions were the only thing in the way.',
      },
    ],
  },
  {
    key: 'starter',
    question: {
      asker: 'jonas',
      title: 'Why does my rye starter smell of nail varnish, and what do I change?',
      body: 'Fed once a day, one part starter to one part flour, on top of the refrigerator. It still rises.',
      decision: { kind: 'open' },
      pages: [],
      tags: ['food', 'bread'],
      budget: '3',
      start: { rule: 'now' },
      staysOpen: true,
    },
    askedHoursAgo: 3 * 24 + 5,
    deadlineHours: 7 * 24,
    deeds: [
      {
        afterHours: 9,
        does: 'offer',
        by: 'lena',
        teaser: 'A week of feeding my rye starter until the smell of nail varnish was gone, day by day',
        privateInfo:
          'My rye starter smelled of nail varnish on top of the refrigerator too: it is warm there, 29 °C by the thermometer. Moved to a shelf at 21 °C and fed twice a day, the smell was weaker on the second day and gone on the fourth.',
        price: '0.60',
      },
    ],
  },
  {
    key: 'rice-lunch',
    question: {
      asker: 'lena',
      title: 'How do I cool and reheat cooked rice for thirty people so that nobody falls ill?',
      body: 'Team lunch on Thursday, cooked on Wednesday evening in an ordinary kitchen. There is a refrigerator at 5 °C, a stack of oven trays, a probe, and a microwave in the office. How hot must each portion be?',
      decision: { kind: 'open' },
      pages: [],
      tags: ['food', 'kitchen'],
      budget: '3',
      start: { rule: 'now' },
    },
    askedHoursAgo: 5 * 24 + 6,
    deadlineHours: 24,
    deeds: [
      {
        afterHours: 40,
        does: 'decide',
        note: 'Six trays into the refrigerator on Wednesday, heated once to 75 °C by the probe, the rest thrown away. Thirty lunches, no complaints.',
      },
    ],
  },
  {
    key: 'bakery',
    question: {
      asker: 'amara',
      title: 'Which mill within 30 km of Ghent sells rye flour ground the same week?',
      body: 'For a canteen: 25 kg a week, delivered or collected. Supermarket flour is not an answer.',
      decision: { kind: 'open' },
      pages: [],
      tags: ['food', 'bread'],
      budget: '5',
      start: { rule: 'deadline' },
    },
    askedHoursAgo: 13 * 24 + 2,
    deadlineHours: 24,
    deeds: [
      {
        afterHours: 3,
        does: 'offer',
        by: 'lena',
        teaser: 'A mill near Ghent that grinds rye flour every week',
        privateInfo:
          'Our office has a discount for team lunches, and the first ten people who write to me also get a voucher for the canteen downstairs.',
        price: '1.50',
      },
      {
        afterHours: 8,
        does: 'offer',
        by: 'zofia',
        teaser: 'Which rack carries 25 kg on a bicycle',
        privateInfo:
          'A steel rack with three struts a side carries 25 kg for years; aluminium ones crack at the lower eyelet.',
        price: '0.80',
        licence: 'quotable',
      },
      {
        afterHours: 15,
        does: 'offer',
        by: 'mei-ling',
        teaser: 'The name of one mill, with the day it grinds rye',
        privateInfo: 'A windmill east of Ghent grinds rye flour on Thursdays.',
        price: '3.20',
        licence: 'quotable',
      },
    ],
  },
  {
    key: 'freezing',
    question: {
      asker: 'amara',
      title: 'What can a small kitchen freeze without losing texture?',
      body: 'Cooked food, portions for two hundred.',
      decision: { kind: 'open' },
      pages: [],
      tags: ['food', 'kitchen'],
      budget: '7',
      start: { rule: 'manual' },
    },
    askedHoursAgo: 2 * 24 + 7,
    deadlineHours: 12 * 24,
    deeds: [
      {
        afterHours: 5,
        does: 'offer',
        by: 'mei-ling',
        teaser: 'Seven dishes a hospital kitchen freezes every week, and three it never does',
        privateInfo:
          'Frozen well: lentil stew, goulash, tomato sauce, blanched green beans, cooked rice, bread dough, chicken in sauce. Never: boiled potatoes, egg dishes, anything bound with cream.',
        price: '2.20',
        licence: 'quotable',
      },
      {
        afterHours: 9,
        does: 'edit',
        title: 'What can a small kitchen freeze, and for how long, without losing texture?',
        body: 'Cooked food, portions for two hundred, blast chiller to 3 °C but only an ordinary freezer at −18 °C. I care about texture after four weeks, not about safety, which is settled.',
      },
      {
        afterHours: 21,
        does: 'offer',
        by: 'jonas',
        teaser: 'How long each dish keeps its texture at −18 °C',
        privateInfo:
          'At −18 °C stews keep their texture for three months, cooked rice for one, bread dough for six weeks, blanched beans for eight months if they were frozen flat.',
        price: '1.60',
      },
    ],
  },
  {
    key: 'weld',
    question: {
      asker: 'zofia',
      title: 'Which checks find a weak weld on a cargo-bike frame before it breaks?',
      body: 'Second-hand steel frames, no X-ray. I have a dye kit, a vice and patience.',
      decision: { kind: 'open' },
      pages: [],
      tags: ['bicycles', 'repair'],
      budget: '8',
      start: { rule: 'quorum', offers: 3 },
    },
    askedHoursAgo: 30,
    deadlineHours: 9 * 24,
    deeds: [
      {
        afterHours: 6,
        does: 'offer',
        by: 'rafael',
        teaser: 'How to use a dye kit on a frame so that a crack shows',
        privateInfo:
          'Strip the paint 2 cm around the weld, leave the dye for twenty minutes, wipe with a dry cloth only, then develop. Cracks start at the toe of the weld behind the head tube.',
        price: '1.80',
        licence: 'quotable',
      },
    ],
  },
  {
    key: 'hub-gears',
    question: {
      asker: 'rafael',
      title: 'Who services fourteen-speed hub gears within an hour of Gdańsk?',
      body: 'An oil change and a new shift cable, this month. I can bring the wheel alone.',
      decision: { kind: 'open' },
      pages: [],
      tags: ['bicycles', 'repair'],
      budget: '4',
      start: { rule: 'deadline' },
    },
    askedHoursAgo: 9,
    deadlineHours: 6 * 24,
    deeds: [],
  },
  {
    key: 'range',
    question: {
      asker: 'mei-ling',
      title: 'Is a six-year-old induction range worth 900 without its papers?',
      body: 'Four zones, 14 kW, from a restaurant that closed. I could collect it on Saturday.',
      decision: { kind: 'choice', options: ['Buy it', 'Leave it'] },
      pages: ['https://example.com/used-kitchens/induction-range'],
      tags: ['kitchen'],
      budget: '6',
      start: { rule: 'manual' },
    },
    askedHoursAgo: 11 * 24 + 4,
    deadlineHours: 72,
    deeds: [
      {
        afterHours: 6,
        does: 'offer',
        by: 'amara',
        teaser: 'What fails first on a used induction range, and what the part costs',
        privateInfo:
          'The power board fails first, at about six years, and costs 400 to 700 fitted. Ask for the hour counter in the service menu.',
        price: '1.70',
        licence: 'quotable',
      },
      { afterHours: 20, does: 'cancel' },
    ],
  },
]
