import { describe, expect, it } from 'vitest'
import { marketStateOf, questionStateWord } from '@/components/question/question-state'
import { statusOf } from '@/components/status/status'
import { stateOf } from '@/components/tree/nodes'
import type { QuestionState } from '@/server/contract/market-view'
import { foldTree } from '@/server/tree/replay'
import { History } from '@/server/tree/testing'

/** The word in the tree of a question that was read, and has ended or stays open. */
function wordInTree({ isBought, isOpen = false }: { isBought: boolean; isOpen?: boolean }): string {
  const history = new History()
  history.open('root', null)
  history.post('a', 'root')
  history.read('root', 0)
  if (isBought) history.buy('a', 0)
  else history.pass('a', 0)
  if (isOpen) history.stayOpen('root')
  else history.end('root')
  const root = foldTree(history.view(), null).nodes.get('root')
  if (!root) throw new Error('No root')
  const { state, word } = stateOf(root)
  return word ?? statusOf(state).word
}

describe('a question that has ended', () => {
  const answered: QuestionState[] = ['answered', 'decided']

  it('is called the same on its page, in lists, in the search and in its tree', () => {
    for (const state of answered) {
      expect(questionStateWord(state)).toBe('answered')
      expect(statusOf(marketStateOf(state)).word).toBe('answered')
    }
    expect(wordInTree({ isBought: true })).toBe('answered')
    expect(questionStateWord('expired')).toBe('not answered')
    expect(statusOf(marketStateOf('expired')).word).toBe('not answered')
    expect(wordInTree({ isBought: false })).toBe('not answered')
  })
})

it('and so is one that was read and stays open', () => {
  expect(wordInTree({ isBought: true, isOpen: true })).toBe(questionStateWord('provisional'))
  expect(wordInTree({ isBought: false, isOpen: true })).toBe(questionStateWord('collecting'))
})
