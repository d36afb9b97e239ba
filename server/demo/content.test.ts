import { describe, expect, test } from 'vitest'
import { BOTS } from '@/db/seed/bots'
import { FOUR_DAY_WEEK, HEATING, LEGUMES } from '@/db/seed/examples'
import { PEOPLE } from '@/db/seed/people'
import { STORIES } from '@/db/seed/stories'
import type { SeedOffer } from '@/db/seed/types'
import { WORLDS } from '@/db/seed/worlds'
import { createBotSchema } from '../contract/bots'
import { mediaTypeOf } from '../contract/corpus'
import { askSchema, postOfferSchema } from '../contract/market'
import { DEFAULT_POLICY } from '../protocol/policy'
import { botInput, creditsOf } from './demo-people'

const handles = new Set(PEOPLE.map((person) => person.handle))
const examples = [LEGUMES, FOUR_DAY_WEEK, HEATING]
const requestKey = 'content-test'

function offersIn(deeds: (typeof STORIES)[number]['deeds']): SeedOffer[] {
  return deeds.flatMap((deed) => (deed.does === 'offer' ? [deed] : []))
}

describe('the demo’s content could have been typed by people', () => {
  test('every question passes the form', () => {
    for (const { question, deadlineHours } of STORIES) {
      const asked = askSchema.safeParse({
        ...question,
        budgetMicros: creditsOf(question.budget),
        deadlineMinutes: deadlineHours * 60,
        isTreePublic: true,
        policy: DEFAULT_POLICY,
        requestKey,
      })
      expect(asked.error?.issues, question.title).toBeUndefined()
      expect(handles).toContain(question.asker)
    }
  })

  test('every offer passes the form, and nobody offers to themselves', () => {
    const all = [
      ...STORIES.map(({ question, deeds }) => ({ question, offers: offersIn(deeds) })),
      ...examples,
    ]
    for (const { question, offers } of all) {
      for (const { by, price, teaser, privateInfo } of offers) {
        const posted = postOfferSchema.safeParse({
          contextId: 'bc_1',
          teaser,
          privateInfo,
          priceMicros: creditsOf(price),
          requestKey,
        })
        expect(posted.error?.issues, teaser).toBeUndefined()
        expect(handles).toContain(by)
        expect(by).not.toBe(question.asker)
      }
    }
  })

  test('every bot passes the form and belongs to somebody', () => {
    for (const bot of BOTS) {
      const made = createBotSchema.safeParse(botInput(bot, requestKey))
      expect(made.error?.issues, bot.name).toBeUndefined()
      expect(handles).toContain(bot.owner)
      for (const { name, text } of bot.kind === 'corpus' ? bot.documents : []) {
        expect(mediaTypeOf(name), name).not.toBeNull()
        expect(text.length, name).toBeGreaterThan(1_000)
      }
    }
  })

  test('every text that a worked example speaks of is there, once', () => {
    const texts = [
      ...STORIES.flatMap(({ deeds }) => offersIn(deeds).map(({ privateInfo }) => privateInfo)),
      ...BOTS.flatMap((bot) => (bot.kind === 'fixed' ? [bot.knowledge] : [])),
    ]
    for (const says of WORLDS.flatMap((world) => Object.values(world.texts)))
      expect(
        texts.filter((text) => text.includes(says)),
        says,
      ).toHaveLength(1)
  })
})
