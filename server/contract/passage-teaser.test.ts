import { expect, it } from 'vitest'
import { passageTeaser } from './passage-teaser'

const BREAD = { words: 45, title: null, name: 'Bread, and how it rises', about: '' }

it('says first what its owner calls it, and never how long it is alone', () => {
  expect(passageTeaser(BREAD)).toBe('Bread, and how it rises: a passage of 45 words.')
  expect(passageTeaser({ ...BREAD, words: 1, about: 'From a\n bakery.' })).toBe(
    'Bread, and how it rises: a passage of 1 word. From a bakery.',
  )
})

it('names the document where its owner has made titles public', () => {
  expect(passageTeaser({ ...BREAD, title: 'Kitchen book', about: 'Guides.' })).toBe(
    'A passage of 45 words from “Kitchen book”. Guides.',
  )
})

it('fits, cut between words', () => {
  const teaser = passageTeaser({ ...BREAD, words: 1, title: 'T'.repeat(150), about: 'word '.repeat(200) })
  expect(teaser.length).toBeLessThanOrEqual(400)
  expect(teaser).toMatch(/^A passage of 1 word from “T+”\. (?:word )+word…$/)
})
