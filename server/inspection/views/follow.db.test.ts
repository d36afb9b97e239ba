import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors'
import type { InspectReply, InspectTask } from '../../llm/model'
import { buyUnseen } from '../../market/buy-unseen'
import { changeOffer, withdrawOffer } from '../../market/post-offer'
import type { Viewer } from '../../market/private/sight'
import { seededRandom } from '../../shared/random'
import type { TestMarket } from '../../testing'
import type { TreeView } from '../../tree/contract'
import { applyDelta } from '../../tree/delta'
import { cancelByBuyer, startInspection } from '../engine/control'
import { recordDecision } from '../engine/decide'
import { resumeInspection } from '../engine/resume'
import { credits, newKey, scriptedModel, sell, subBot } from '../engine/testing'
import { engineScene } from '../engine/testing-engine'
import { readDelta, viewTree } from './tree-view'

const scene = engineScene()

/** Draws one of several, a chance, a part of a list: all from one seed, so that a failing history can be played again. */
function createDice(seed: number) {
  const random = seededRandom(seed)
  return {
    chance: (probability: number) => random() < probability,
    one: <T>(...choices: readonly [T, ...T[]]): T =>
      choices[Math.floor(random() * choices.length)] ?? choices[0],
    some: <T>(items: readonly T[]) => items.filter(() => random() < 0.5),
  }
}
type Dice = ReturnType<typeof createDice>

/** What a bot below repeats of an offer above, so that its sale is sealed while that offer is unbought. */
const CRACK = 'Ockham and Sons measured a crack of 17 millimetres in the east pier.'

const failing = {
  ok: false as const,
  failure: 'unavailable' as const,
  isTransient: false,
  usage: { calls: 1, promptTokens: 7, completionTokens: 0 },
}

/**
 * A verdict as it falls: the first one mostly asks, in public words or in others, and later ones buy, also what was asked about;
 * some calls fail.
 */
function anyVerdict(dice: Dice, { offers, round }: InspectTask): InspectReply | typeof failing {
  if (dice.chance(0.04)) return failing
  const handles = offers.map(({ handle }) => handle)
  const isFirst = round === 0
  const buy = handles.filter(() => dice.chance(isFirst ? 0.2 : 0.7))
  const pass = handles.filter((handle) => !buy.includes(handle) && dice.chance(0.2))
  const question = dice.one('Is the report on the bridge true?', 'Who certified the surveyor of the bridge?')
  const asks = isFirst ? [dice.some(handles), dice.some(handles)] : []
  return {
    buy: buy.map((handle) => ({ handle, reason: 'worth-its-price' })),
    pass: pass.map((handle) => ({ handle, reason: 'too-expensive' })),
    ask: asks.flatMap((about) =>
      about.length > 0 ? [{ about, kind: 'verify' as const, question, budgetMicros: credits(2) }] : [],
    ),
  }
}

type Stage = { market: TestMarket; dice: Dice; buyer: string; seller: string; rootId: string }

/** One thing that a person does, where it is allowed. */
async function doSomething({ market: { deps }, dice, buyer, seller, rootId }: Stage): Promise<void> {
  const requestKey = newKey()
  const { offers } = await viewTree(deps, buyer, rootId)
  const own = offers.filter((offer) => offer.contextId === rootId)
  const [offer] = dice.some(own)
  const offerId = offer?.id ?? ''
  const priceMicros = offer?.priceMicros ?? 0n
  const text = { teaser: 'Another report on the bridge.', privateInfo: 'The west pier is sound.' }
  const market = { deps } as TestMarket
  const deeds = [
    () => sell(market, seller, { contextId: rootId, ...text, price: dice.one(0.5, 1, 3) }),
    () => sell(market, seller, { contextId: rootId, ...text, privateInfo: CRACK, price: 1 }),
    () => changeOffer(deps, seller, { offerId, version: 1, ...text, priceMicros: credits(2), requestKey }),
    () => withdrawOffer(deps, seller, offerId),
    () => buyUnseen(deps, buyer, { offerId, version: 1, priceMicros, requestKey }),
    () => startInspection(deps, buyer, { contextId: rootId, offerIds: null, requestKey }),
    () => resumeInspection(deps, buyer, { rootId, requestKey }),
    () => recordDecision(deps, buyer, { rootId, option: null, percent: null, note: 'Closed it.' }),
    ...(dice.chance(0.1) ? [() => cancelByBuyer(deps, buyer, { rootId, requestKey })] : []),
  ] as const
  await dice
    .one<() => Promise<unknown>>(...deeds)()
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
}

/** Somebody who read the tree once and since then only what is new, now and then. */
type Follower = { viewer: Viewer; view: TreeView; zeal: number }

describe('following a tree', () => {
  it('shows what reading it afresh would show, to everyone, wherever the history is cut', async () => {
    let openings = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const dice = createDice(seed)
        const model = scriptedModel((task) => anyVerdict(dice, task))
        await scene.database.truncate()
        const isTreePublic = dice.chance(0.7)
        const start = { rule: 'quorum' as const, offers: dice.one(2, 3) }
        const { buyer, seller, expert, rootId } = await scene.bridge(model, { isTreePublic, start })
        const { market } = scene
        const bot = { keyword: 'report', teaser: 'What the county measured.', knowledge: CRACK, price: 0.5 }
        await subBot(market, expert, bot)
        const { deps } = market

        const viewers: Viewer[] = isTreePublic ? [buyer, seller, null] : [buyer]
        const followers: Follower[] = []
        const join = async (zeal: number) => {
          for (const viewer of viewers)
            followers.push({ viewer, view: await viewTree(deps, viewer, rootId), zeal })
        }
        const catchUp = async (follower: Follower) => {
          const delta = await readDelta(deps, follower.viewer, rootId, follower.view.lastSeq)
          if (!delta) return
          follower.view = applyDelta(follower.view, delta)
          const { lastSeq, contexts, offers, events } = await viewTree(deps, follower.viewer, rootId)
          // Something may have happened between the two readings.
          if (lastSeq === delta.lastSeq) expect(follower.view).toMatchObject({ contexts, offers, events })
        }
        let reading: Promise<void> = Promise.resolve()
        const stop = deps.bus.subscribe(rootId, () => {
          const eager = followers.filter(({ zeal }) => dice.chance(zeal))
          reading = reading.then(async () => {
            for (const follower of eager) await catchUp(follower)
          })
        })

        await join(1)
        await join(0.3)
        for (let turn = 0; turn < 7; turn += 1) {
          await doSomething({ market, dice, buyer, seller, rootId })
          await market.settle()
          market.clock.forward(dice.one(1_000, 20_000, 60_000))
          await market.engine.sweep()
          await market.settle()
          await reading
          if (turn === 3) await join(0.5)
        }
        stop()
        for (const follower of followers) {
          await catchUp(follower)
          const afresh = await viewTree(deps, follower.viewer, rootId)
          expect(follower.view).toEqual(afresh)
          openings += afresh.contexts.filter(
            ({ parentId, seal }) => parentId !== null && seal === null,
          ).length
        }
      }),
      { numRuns: 8 },
    )
    expect(openings).toBeGreaterThan(0)
  }, 90_000)
})
