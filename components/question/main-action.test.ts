import { describe, expect, it } from 'vitest'
import { mainActionOf } from '@/components/question/main-action'
import { exampleView } from '@/components/question/testing'

const CAN = exampleView().can

describe('the main action of a question’s page', () => {
  it('lets the buyer start once there is something to read, and shows nothing to press before', () => {
    expect(mainActionOf(exampleView({ isYours: true, can: { ...CAN, start: true } }))?.kind).toBe('start')
    expect(mainActionOf(exampleView({ isYours: true, can: { ...CAN, start: false } }))).toBeNull()
  })

  it('puts going on before everything else', () => {
    const view = exampleView({ isYours: true, state: 'paused', can: { ...CAN, resume: true, start: true } })
    expect(mainActionOf(view)?.kind).toBe('resume')
  })

  it('asks for the decision once, and is quiet afterwards', () => {
    const can = { ...CAN, decide: true }
    expect(mainActionOf(exampleView({ isYours: true, state: 'answered', can }))?.kind).toBe('decide')
    expect(mainActionOf(exampleView({ isYours: true, state: 'decided', can }))).toBeNull()
  })

  it('lets others offer, sign in, or know why not', () => {
    const offering = (offer: (typeof CAN)['offer'], seeTree = false) =>
      mainActionOf(exampleView({ can: { ...CAN, offer, seeTree } }))
    expect(offering(null)?.kind).toBe('offer')
    expect(offering('signed-out')?.kind).toBe('sign-in')
    expect(offering('deadline')).toMatchObject({ kind: 'none', why: 'The deadline has passed.' })
    expect(offering('closed')?.kind).toBe('none')
    expect(offering('closed', true)?.kind).toBe('watch')
  })

  it('lets the buyer of the root answer no sub-question of his own', () => {
    const view = exampleView({ isYours: true, parentId: 'bc_parent', can: { ...CAN, offer: 'own' } })
    expect(mainActionOf(view)).toMatchObject({ kind: 'none', why: 'You cannot sell to yourself.' })
  })
})
