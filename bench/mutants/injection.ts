import type { Area } from './area'

const SUITE = { room: 'injection', project: 'unit', tests: ['server/inspection/step/injection'] } as const

/** Holes in the guards against orders in strangers' texts: the generated cases must fall into each. */
export const INJECTION: readonly Area[] = [
  {
    ...SUITE,
    file: 'server/llm/fence.ts',
    mutants: [{ promise: 'no text imitates a marker', from: ".replaceAll('<', '\\\\u003c')", to: '' }],
  },
  {
    ...SUITE,
    file: 'server/llm/prompts.ts',
    mutants: [
      {
        promise: 'the rules hold nobody’s text',
        from: 'system: `${INSPECTOR}\\n\\n${STRATEGY[task.strategy]}`',
        to: 'system: `${INSPECTOR}\\n\\n${STRATEGY[task.strategy]}\\n\\n${task.offers[0]?.privateInfo ?? task.token}`',
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/llm/replies.ts',
    mutants: [
      {
        promise: 'what was never bought is not cited',
        from: 'withoutUnknownCitations(parsed.data.markdown, handles)',
        to: 'parsed.data.markdown',
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/llm/openai.ts',
    mutants: [
      {
        promise: 'the log holds no word of a reply',
        from: '    ms: Math.round(ms),\n',
        to: "    ms: Math.round(ms),\n    said: result.ok ? String(Reflect.get(Object(result.value), 'markdown')) : '',\n",
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/inspection/step/read-offers.ts',
    mutants: [
      {
        promise: 'read one by one means so',
        from: "if (appraisal === 'isolated' && !isEmpty) return",
        to: 'if (task.offers.length > 99) return',
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/inspection/step/read-alone.ts',
    mutants: [
      {
        promise: 'who decides sees no text from above',
        from: 'above: [], ',
        to: '',
      },
      {
        promise: 'who decides sees no text that was bought',
        from: '    ...withoutText(info),\n',
        to: '    ...info,\n',
      },
      {
        promise: 'a text that spoils its own reading spoils no other',
        from: "['too-long', 'malformed', 'refused', 'truncated']",
        to: "['too-long']",
      },
      {
        promise: 'a check of another offer is read without its words',
        from: 'known: known.map((info) => asKnownTo(offer, info))',
        to: 'known',
      },
      {
        promise: 'each offer is judged by its own text',
        from: 'appraise(model, task, offer, signal)',
        to: 'appraise(model, task, task.offers[0] ?? offer, signal)',
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/inspection/step/read-table.ts',
    mutants: [
      {
        promise: 'what was not shown above is not read below',
        from: '    view.readOffers.filter((id) => offerById',
        to: '    tree.offers.map(({ id }) => id).filter((id) => offerById',
      },
      {
        promise: 'a sub-question’s subject is known by its teaser',
        from: 'const teasers = about.flatMap((id) => offerById.get(id)?.teaser ?? [])',
        to: 'const teasers = about.map((id) => textOf(secrets, id))',
      },
      {
        promise: 'a sub-question is worded from teasers',
        from: '(stranger.offer(id).teaser ? (offerById.get(id)?.teaser ?? []) : [])',
        to: '[textOf(secrets, id)]',
      },
      {
        promise: 'names are not read',
        from: "      teaser: offer?.teaser ?? '',\n      privateInfo",
        to: "      teaser: `${offer?.sellerId}: ${offer?.teaser ?? ''}`,\n      privateInfo",
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/protocol/information-set.ts',
    mutants: [
      {
        promise: 'a prompt holds what was shown on its path',
        from: '    readOffers: path.flatMap((context) => shownIn(tree, context.id)),\n',
        to: '    readOffers: facts.offers.map(({ id }) => id),\n',
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/protocol/verdict.ts',
    mutants: [
      {
        promise: 'nothing is bought twice',
        from: 'if (!offer || named.has(offerId)) continue',
        to: 'if (!offer) continue',
      },
      {
        promise: 'nothing is bought above what is left',
        from: '    if (offer.priceMicros > leftMicros) continue\n',
        to: '',
      },
      {
        promise: 'what is bought leaves less',
        from: '    leftMicros -= offer.priceMicros\n',
        to: '',
      },
      {
        promise: 'no word of the model’s is posted',
        from: '(words?.(ask.kind, ask.about) ?? ask.question)',
        to: 'ask.question',
      },
      {
        promise: 'what is asked leaves less',
        from: '    leftMicros -= size.budgetMicros\n',
        to: '',
      },
      {
        promise: 'what is paid first cannot be asked with',
        from: 'paidFirst.reduce((left, { priceMicros }) => left - priceMicros, escrowMicros)',
        to: 'escrowMicros',
      },
    ],
  },
  {
    ...SUITE,
    file: 'server/protocol/bits.ts',
    mutants: [
      {
        promise: 'reasons are told as far as bits go',
        from: '    if (cost > bitsLeft(millibits, spent)) return false\n',
        to: '',
      },
    ],
  },
]
