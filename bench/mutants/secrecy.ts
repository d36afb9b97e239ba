import type { Area } from './area'

const DOORS = ['server/market/private/sight.db', 'server/inspection/step/', 'server/market/moved-texts.db']

export const SECRECY: readonly Area[] = [
  {
    room: 'private',
    file: 'server/market/private/sight.ts',
    project: 'unit',
    tests: ['server/market/private/'],
    mutants: [
      {
        promise: 'a private tree is its buyer’s',
        from: 'return tree.isTreePublic || viewer === tree.buyerId',
        to: 'return true',
      },
      {
        promise: 'its buyer may watch a private tree',
        from: 'return tree.isTreePublic || viewer === tree.buyerId',
        to: 'return tree.isTreePublic',
      },
      {
        promise: 'a sealed sub-question stays sealed until all it is about is bought',
        from: "if (!context.isAllBought) return sealed('about-unbought')",
        to: '',
      },
      {
        promise: 'a sealed sub-question opens for the buyer alone',
        from: "return viewer === context.buyerId ? ALL : sealed('asker-only')",
        to: 'return ALL',
      },
      {
        promise: 'a sub-question in public words is open to who may watch',
        from: 'if (!context.isSealed) return ALL',
        to: '',
      },
      {
        promise: 'the buyer is no answerer',
        from: 'viewer !== null && viewer !== context.buyerId && context.isOpen',
        to: 'viewer !== null && context.isOpen',
      },
      {
        promise: 'nobody answers without an account',
        from: 'viewer !== null && viewer !== context.buyerId && context.isOpen',
        to: 'viewer !== context.buyerId && context.isOpen',
      },
      {
        promise: 'nobody answers what has ended',
        from: 'viewer !== null && viewer !== context.buyerId && context.isOpen',
        to: 'viewer !== null && viewer !== context.buyerId',
      },
      {
        promise: 'a line repeats no sealed words',
        from: '(context.wasAsked && !context.isSealed)',
        to: 'context.wasAsked',
      },
      {
        promise: 'a seller reads his own',
        from: 'if (isSeller) return { teaser: true, privateInfo: true, seal: null }',
        to: '',
      },
      {
        promise: 'a purchase that quotes an unbought offer is sealed',
        from: 'if (offer.isBought && offer.quotesUnbought)',
        to: 'if (false)',
      },
      {
        promise: 'only who paid reads it',
        from: 'const hasPaid = offer.isBought && viewer !== null && viewer === offer.buyerId',
        to: 'const hasPaid = offer.isBought',
      },
      {
        promise: 'nothing is read before it is bought',
        from: 'const hasPaid = offer.isBought && viewer !== null && viewer === offer.buyerId',
        to: 'const hasPaid = viewer !== null && viewer === offer.buyerId',
      },
      {
        promise: 'only who bought it at resale reads it by that',
        from: 'if (offer.isBought && offer.isResold && viewer !== null)',
        to: 'if (offer.isBought && viewer !== null)',
      },
      {
        promise: 'the teaser is as public as its question',
        from: "if (context.see === 'sealed' && !hasPaid)",
        to: 'if (false)',
      },
      {
        promise: 'a seller learns what was chosen of his when its tree has ended',
        from: 'isChosen && !(isBought && hasEnded)',
        to: 'isChosen && !isBought',
      },
      {
        promise: 'a seller never learns what was chosen of his and not bought',
        from: 'isChosen && !(isBought && hasEnded)',
        to: 'isChosen && !hasEnded',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/market/private/tree-sight.ts',
    project: 'db',
    tests: DOORS,
    mutants: [
      {
        promise: 'a sub-question about two opens with both',
        from: 'about.length > 0 && about.every((id) => bought.has(id))',
        to: 'about.length > 0 && about.some((id) => bought.has(id))',
      },
      {
        promise: 'what is quoted and unbought seals',
        from: 'purchase?.quotes.some((id) => !bought.has(id)) ?? false',
        to: 'false',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/market/private/open.ts',
    project: 'db',
    tests: [...DOORS, 'server/market/resale/'],
    mutants: [
      {
        promise: 'sealed purchases are marked for the decision',
        from: 'isSealed: !sights.offer(id).privateInfo',
        to: 'isSealed: false',
      },
      {
        promise: 'a viewer gets what his sight opens and no more',
        from: 'seen.filter(({ sight }) => sight.privateInfo)',
        to: 'seen',
      },
      {
        promise: 'a resale opens the text for its own buyer',
        from: 'mine.offer_id = ${purchases.offerId} and mine.buyer_id = ${buyerId})`',
        to: 'mine.offer_id = ${purchases.offerId})`',
      },
      {
        promise: 'a resale opens that source and no other of its question',
        from: 'mine.offer_id = ${purchases.offerId} and mine.buyer_id = ${buyerId})`',
        to: 'mine.root_id = ${purchases.rootId} and mine.buyer_id = ${buyerId})`',
      },
      {
        promise: 'a text opens for its own offer and version',
        from: 'key.open(row, purposeOf(row.offerId, row.version))',
        to: 'key.open(row, purposeOf(row.offerId, 1))',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/market/private/open.ts',
    project: 'db',
    tests: ['server/api/sealed-search'],
    mutants: [
      {
        promise: 'a seller’s own texts leave out what was chosen of his',
        from: 'eq(offers.sellerId, sellerId), isItsSellers',
        to: 'eq(offers.sellerId, sellerId)',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/market/private/rank.ts',
    project: 'db',
    tests: ['server/api/sealed-search'],
    mutants: [
      {
        promise: 'whether a chosen passage is read tells nothing of it',
        from: 'if (chosenAmong !== null) return [id, SCORE_OF_CHOSEN]',
        to: '',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/sellers/runs/choose-passage.ts',
    project: 'db',
    tests: ['server/api/sealed-search'],
    mutants: [
      {
        promise: 'how long a chosen passage may be tells nothing of it',
        from: 'Math.max(...considered.map(wordCount))',
        to: "wordCount(considered[nearestOf(nearness, among)] ?? '')",
      },
      {
        promise: 'what is sealed chooses as far as the bits go',
        from: 'if (among < 2) return plain',
        to: '',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/sellers/runs/conclude-run.ts',
    project: 'db',
    tests: ['server/api/sealed-search'],
    mutants: [
      {
        promise: 'a choice by what is sealed is paid in bits',
        from: 'millibitsLeft = bitsLeft(context.millibitsLeft, spent)',
        to: 'millibitsLeft = bitsLeft(context.millibitsLeft, 0)',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/market/private/sight-sql.ts',
    project: 'db',
    tests: ['server/market/private/sight.db'],
    mutants: [
      {
        promise: 'lists show no sealed sub-question to strangers',
        from: 'or (${isBuyer(viewer, at)} and ${isAllBought(at)}))))`',
        to: 'or ${isAllBought(at)})))`',
      },
      {
        promise: 'lists show a sealed sub-question once all it is about is bought',
        from: 'bool_and(bought.id is not null)',
        to: 'bool_or(bought.id is not null)',
      },
      {
        promise: 'lists show no tree that may not be watched',
        from: '((${isRoot(at)} or ${at.inspections.isTreePublic}) and not ${isQuestionHidden(at)}))`',
        to: '(true))`',
      },
      {
        promise: 'lists show nothing of a hidden question to others',
        from: '((${isRoot(at)} or ${at.inspections.isTreePublic}) and not ${isQuestionHidden(at)}))`',
        to: '(${isRoot(at)} or ${at.inspections.isTreePublic}))`',
      },
      {
        promise: 'lists name nobody’s sealed words to who was asked',
        from: 'or (not ${contexts.isSealed} and ${wasAsked} and',
        to: 'or (${wasAsked} and',
      },
      {
        promise: 'lists show no teaser of a purchase that quotes an unbought offer',
        from: 'and not ${isQuoting}',
        to: '',
      },
    ],
  },
  {
    room: 'private',
    file: 'db/functions/market.sql',
    project: 'db',
    tests: ['server/market/resale/'],
    mutants: [
      {
        promise: 'nothing is for resale whose asker did not agree',
        from: ' and tree.is_resale_agreed and tree.is_tree_public',
        to: ' and tree.is_tree_public',
      },
      {
        promise: 'nothing is for resale that the published answer does not cite',
        from: ' and p.offer_id = any (a.citations)',
        to: '',
      },
      {
        promise: 'nothing is for resale that repeats what was not bought',
        from: 'where not exists (select from purchase other where other.offer_id = quoted.id))\n        and not exists (\n          select from complaint',
        to: 'where false)\n        and not exists (\n          select from complaint',
      },
      {
        promise: 'nothing is for resale that is complained of',
        from: 'where c.offer_id = p.offer_id and (c.outcome is null or c.refunded_micros > 0))\n        and not exists (\n          select from suspension',
        to: 'where false)\n        and not exists (\n          select from suspension',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/market/resale/for-resale.ts',
    project: 'db',
    tests: ['server/market/resale/'],
    mutants: [
      {
        promise: 'nothing is resold but what may be',
        from: '.where(and(eq(offers.id, offerId), isForResale(now)))',
        to: '.where(eq(offers.id, offerId))',
      },
      {
        promise: 'nothing is resold to whom its seller has blocked',
        from: "    or (mute.person_id = ${offers.sellerId} and mute.other_id = ${viewer ?? ''})))",
        to: '  ))',
      },
    ],
  },
  {
    room: 'private',
    file: 'server/shared/cipher.ts',
    project: 'unit',
    tests: ['server/shared/cipher'],
    mutants: [
      { promise: 'a cut tag is refused', from: ', { authTagLength: TAG_BYTES }', to: '' },
      {
        promise: 'each sealing has its own nonce',
        from: 'const nonce = randomBytes(NONCE_BYTES)',
        to: 'const nonce = Buffer.alloc(NONCE_BYTES)',
      },
    ],
  },
  {
    room: 'leak-guard',
    file: 'server/inspection/step/leak-guard.ts',
    project: 'unit',
    tests: ['server/inspection/step/leak-guard'],
    mutants: [
      {
        promise: 'three words in a row give away',
        from: 'const SHINGLE_TERMS = 3',
        to: 'const SHINGLE_TERMS = 4',
      },
      {
        promise: 'five words in a row are a quote',
        from: 'const QUOTE_TERMS = 5',
        to: 'const QUOTE_TERMS = 6',
      },
      {
        promise: 'what is public gives nothing away',
        from: 'for (const shingle of publicShingles) shingles.delete(shingle)',
        to: '',
      },
      {
        promise: 'public numbers and names give nothing away',
        from: '.filter((token) => !publicWords.has(token))',
        to: '',
      },
      {
        promise: 'numbers give away',
        from: '[...numbersIn(secret), ...namesIn(secret)]',
        to: '[...namesIn(secret)]',
      },
      {
        promise: 'names give away',
        from: '[...numbersIn(secret), ...namesIn(secret)]',
        to: '[...numbersIn(secret)]',
      },
      {
        promise: 'backwards is read',
        from: 'new Set([written, text, reversed, ...encoded])',
        to: 'new Set([written, text, ...encoded])',
      },
      {
        promise: 'base64 is read',
        from: "const decoded = [Buffer.from(run, 'base64').toString('utf8')]",
        to: 'const decoded: string[] = []',
      },
      {
        promise: 'hexadecimal is read',
        from: "decoded.push(Buffer.from(run, 'hex').toString('utf8'))",
        to: "decoded.push('')",
      },
      {
        promise: 'letters one by one are read',
        from: 'token.length >= SPELLED_LETTERS_MIN && spelled.some((run) => run.includes(token))',
        to: 'false',
      },
      {
        promise: 'first letters are read',
        from: 'token.length >= ACROSTIC_LETTERS_MIN && acrostic.includes(token)',
        to: 'false',
      },
      {
        promise: 'each secret is judged by itself',
        from: '? [index] : [],\n  )\n}\n\n/**\n * Places of the `others`',
        to: '? [0] : [],\n  )\n}\n\n/**\n * Places of the `others`',
      },
      {
        promise: 'quotes of public texts are none',
        from: 'for (const shingle of publicSide(publicTexts).quoteShingles) own.delete(shingle)',
        to: '',
      },
    ],
  },
]
