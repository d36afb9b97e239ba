import { expect, it } from 'vitest'
import { POLICY_CHOICES } from './policy-draft'

it('says what reading one by one costs: below, what is checked is known by its teaser alone, less than equation 8 says', () => {
  const { sentence } = POLICY_CHOICES.appraisal.options.isolated
  expect(sentence).toMatch(/teaser alone.*equation 8/)
})
