import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askFormSchema } from '@/components/question/ask-draft'
import { askHref, askLinkOf, draftOfLink } from '@/components/question/ask-link'

const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'https://caveat.example').searchParams)

describe('a link to the form of asking', () => {
  it('fills in the question', () => {
    const link = askLinkOf({ title: ' Which  pump? ' })
    expect(link && draftOfLink(link)).toMatchObject({ title: 'Which pump?', kind: 'open', pages: [] })
  })

  it('makes a passage of a page a claim to be checked, ready to be sent', () => {
    const link = askLinkOf({
      page: 'https://example.org/a?b=1',
      quote: 'A lorry of 5 tonnes may cross.',
      prefix: 'Since May: ',
      suffix: ' So the county.',
    })
    const draft = link && draftOfLink(link)
    expect(draft).toMatchObject({
      title: 'Is this true: “A lorry of 5 tonnes may cross.”?',
      kind: 'belief',
      claim: 'A lorry of 5 tonnes may cross.',
      pages: [{ url: 'https://example.org/a?b=1' }],
    })
    const passage = {
      page: 'https://example.org/a?b=1',
      exact: 'A lorry of 5 tonnes may cross.',
      prefix: 'Since May: ',
      suffix: ' So the county.',
    }
    expect(askFormSchema.parse(draft).passage).toEqual(passage)
    // Without its page there is nothing that it could stand on.
    expect(askFormSchema.parse({ ...draft, pages: [] }).passage).toBeUndefined()
  })

  it('fills in nothing but words and addresses of pages', () => {
    expect(askLinkOf({})).toBeNull()
    expect(askLinkOf({ title: ' ', page: 'javascript:alert(1)', budget: '1000' })).toBeNull()
  })

  it('is the same after it has been written and read', () => {
    const text = fc.string({ maxLength: 300, unit: 'grapheme' })
    fc.assert(
      fc.property(text, text, fc.webUrl(), text, (title, quote, page, around) => {
        const link = askLinkOf({ title, quote, page, prefix: around, suffix: around })
        expect(link && askLinkOf(paramsOf(askHref(link)))).toEqual(link)
      }),
    )
  })
})
