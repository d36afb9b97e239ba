import { describe, expect, test } from 'vitest'
import { ROOT_MILLIBITS } from '@/server/protocol/bits'
import { decisionView, inspectorView, type TreeFacts } from '@/server/protocol/information-set'
import { DEFAULT_POLICY, type Protocol } from '@/server/protocol/policy'
import { bestOption } from '@/server/protocol/value'
import { asksAllowed, checkVerdict } from '@/server/protocol/verdict'
import { BUDGET_MICROS_MIN } from '@/server/shared/money'
import type { KnownInfo, QuestionText, ReadOffer } from '../model'
import { credits, inspectTask, offer, question } from '../testing'
import { recommendBuiltIn } from './answer'
import { inspectBuiltIn } from './inspect'

/** The built-in inspector in the pure protocol: the paper's counter-example (section 3.1) must come out as it says. */

const OPTIONS = ['raw legumes', 'rice', 'boiled legumes']
const OFFERS: Record<string, ReadOffer[]> = {
  root: [
    offer('toxic', 'Something about legumes', 'Legumes are toxic.', 2),
    offer('unhealthy', 'Something about rice', 'Rice is unhealthy.', 1),
  ],
  child: [
    offer('boiling', 'How legumes are prepared', 'The toxins in legumes can be removed by boiling.', 1),
  ],
}
const ALL = Object.values(OFFERS).flat()
const LEVELS = ['root', 'child']

type Tree = { facts: TreeFacts; questions: Map<string, QuestionText>; asked: string[] }

function decide(protocol: Protocol): { option: string | undefined; bought: string[] } {
  const policy = { ...DEFAULT_POLICY, protocol }
  const title = question('What should I eat?', { kind: 'choice', options: OPTIONS })
  const tree: Tree = {
    facts: { contexts: [], offers: [], purchases: [], steps: [] },
    questions: new Map([['root', title]]),
    asked: [],
  }

  const settle = (id: string, level: number, escrowMicros: bigint) => {
    const settled = new Set<string>()
    tree.facts = {
      ...tree.facts,
      contexts: [
        ...tree.facts.contexts,
        { id, parentId: LEVELS[level - 1] ?? null, level, hasEnded: false, about: [], isSealed: false },
      ],
      offers: [
        ...tree.facts.offers,
        ...(OFFERS[id] ?? []).map((item) => ({ id: item.handle, contextId: id })),
      ],
    }
    let leftMicros = escrowMicros
    for (let round = 0; round < policy.maxRounds; round += 1) {
      const table = (OFFERS[id] ?? []).filter((item) => !settled.has(item.handle))
      const contexts = tree.facts.contexts.length
      const situation = {
        policy,
        level,
        round,
        childrenOpened: contexts - 1 - level,
        treeContexts: contexts,
        budgetMicros: escrowMicros,
        escrowMicros: leftMicros,
        asked: [],
        millibitsLeft: ROOT_MILLIBITS,
      }
      const shown = table.map((item) => item.handle)
      tree.facts = {
        ...tree.facts,
        steps: [...tree.facts.steps, { contextId: id, round, shown, reserved: [] }],
      }
      const view = inspectorView(protocol, tree.facts, id)
      const draft = inspectBuiltIn(
        inspectTask({
          questions: view.questions.flatMap((name) => tree.questions.get(name) ?? []),
          subject: level === 0 ? null : { kind: 'exception', teasers: tree.asked },
          offers: table,
          above: ALL.filter((item) => view.readOffers.includes(item.handle) && !OFFERS[id]?.includes(item)),
          known: knownOf(view.purchasedOffers),
          budgetMicros: leftMicros,
          asksAllowed: asksAllowed(situation),
          askBudgetMicrosMin: BUDGET_MICROS_MIN,
          round,
        }),
      )
      const named = <T extends { handle: string }>(items: T[]) =>
        items.map((item) => ({ ...item, offerId: item.handle }))
      const verdict = checkVerdict(
        {
          ...situation,
          table: table.map((item) => ({ offerId: item.handle, priceMicros: item.priceMicros })),
        },
        { buy: named(draft.buy), pass: named(draft.pass), ask: draft.ask },
      )
      for (const item of [...verdict.buy, ...verdict.pass]) settled.add(item.offerId)
      const purchases = verdict.buy.map((item) => ({ offerId: item.offerId, contextId: id }))
      tree.facts = { ...tree.facts, purchases: [...tree.facts.purchases, ...purchases] }
      leftMicros -= verdict.buy.reduce((sum, item) => sum + item.priceMicros, 0n)
      for (const ask of verdict.ask) {
        tree.questions.set('child', question(ask.question))
        tree.asked = ask.about.flatMap((handle) =>
          ALL.filter((item) => item.handle === handle).map((item) => item.teaser),
        )
        settle('child', level + 1, ask.budgetMicros)
      }
      if (verdict.ask.length === 0) break
    }
    const ended = tree.facts.contexts.map((context) =>
      context.id === id ? { ...context, hasEnded: true } : context,
    )
    tree.facts = { ...tree.facts, contexts: ended }
  }
  settle('root', 0, credits(10))

  const bought = decisionView(protocol, tree.facts).purchasedOffers
  const final = recommendBuiltIn({ question: title, dossier: knownOf(bought), token: 't' })
  return {
    option: final.kind === 'choice' ? OPTIONS[bestOption(final.utilities)] : undefined,
    bought: [...bought].sort(),
  }
}

function knownOf(handles: readonly string[]): KnownInfo[] {
  return ALL.filter((item) => handles.includes(item.handle)).map((item) => ({
    ...item,
    level: 0,
    answers: null,
  }))
}

describe('the legume question on the built-in agent', () => {
  test('ends with rice under the successive protocol, which forgets how legumes are prepared', () => {
    expect(decide('successive')).toEqual({ option: 'rice', bought: ['toxic', 'unhealthy'] })
  })

  test('ends with boiled legumes under the recursive protocol, which keeps it', () => {
    expect(decide('recursive')).toEqual({
      option: 'boiled legumes',
      bought: ['boiling', 'toxic', 'unhealthy'],
    })
  })

  test('ends with rice when nothing may be asked', () => {
    expect(decide('single')).toEqual({ option: 'rice', bought: ['toxic', 'unhealthy'] })
  })
})
