import { describe, expect, it } from 'vitest'
import { type Answered, type QuestionNode, QuestionTree, type TreeWork } from './question-tree'

/** Answers by a table: no entry means that nothing was bought for the question. */
function work(answers: Record<string, string>, refines: (question: string) => boolean = () => true) {
  const log: string[] = []
  const scripted: TreeWork<string> = {
    async synthesise({ question }): Promise<Answered<string> | null> {
      log.push(`answer ${question}`)
      const answer = answers[question]
      return answer === undefined ? null : { answer, sources: [answer] }
    },
    async refine(node, children): Promise<Answered<string> | null> {
      log.push(`refine ${node.question} by ${children.map(({ question }) => question).join(', ')}`)
      const all = [node, ...children]
      return refines(node.question)
        ? {
            answer: all.map(({ answer }) => answer).join('+'),
            sources: all.flatMap(({ sources }) => sources),
          }
        : null
    },
  }
  return { scripted, log }
}

const states = (tree: QuestionTree<string>) =>
  Object.fromEntries(tree.all().map(({ question, status }) => [question, status]))

async function grown(answers: Record<string, string>, refines?: (question: string) => boolean) {
  const { scripted, log } = work(answers, refines)
  const tree = new QuestionTree<string>('0', 'root')
  await tree.answer(tree.root, scripted)
  const add = async (parent: QuestionNode<string>, question: string) => {
    const node = tree.addFollowUp(parent, question, question)
    await tree.answer(node, scripted)
    return node
  }
  return { tree, scripted, log, add }
}

describe('the tree of questions', () => {
  it('answers a node from what was bought, and fails one for which nothing was', async () => {
    const { scripted } = work({ root: 'r' })
    const tree = new QuestionTree<string>('0', 'root')
    expect(states(tree)).toEqual({ root: 'unanswered' })
    await tree.answer(tree.root, scripted)
    expect(states(tree)).toEqual({ root: 'answered' })
    const empty = new QuestionTree<string>('0', 'nothing')
    await empty.answer(empty.root, scripted)
    expect(states(empty)).toEqual({ nothing: 'failed' })
  })

  it('does not answer twice', async () => {
    const { tree, scripted, log } = await grown({ root: 'r' })
    await tree.answer(tree.root, scripted)
    expect(log).toEqual(['answer root'])
  })

  it('lets a node and all above it wait for a follow-up, and grows only at leaves that were not followed up', async () => {
    const { tree, add } = await grown({ root: 'r', a: 'A', b: 'B' })
    expect(tree.growingLeaves().map(({ question }) => question)).toEqual(['root'])
    const a = await add(tree.root, 'a')
    const b = tree.addFollowUp(a, 'b', 'b')
    expect(states(tree)).toEqual({ root: 'pending-follow-up', a: 'pending-follow-up', b: 'unanswered' })
    expect([tree.root.depth, a.depth, b.depth]).toEqual([0, 1, 2])
    expect(tree.growingLeaves()).toEqual([b])
    b.isFollowedUp = true
    expect(tree.growingLeaves()).toEqual([])
  })

  it('refines from the leaves up, and keeps the answer before', async () => {
    const { tree, scripted, log, add } = await grown({ root: 'r', a: 'A', b: 'B', c: 'C' })
    const a = await add(tree.root, 'a')
    await add(tree.root, 'b')
    await add(a, 'c')
    log.length = 0
    await tree.refine(tree.root, scripted)
    expect(log).toEqual(['refine a by c', 'refine root by a, b'])
    expect(states(tree)).toEqual({ root: 'refined', a: 'refined', b: 'answered', c: 'answered' })
    expect(tree.root.answer).toBe('r+A+C+B')
    expect(tree.root.initialAnswer).toBe('r')
    expect(tree.root.sources).toEqual(['r', 'A', 'C', 'B'])
  })

  it('tries unanswered children once more, and leaves failed ones out', async () => {
    const { tree, scripted, log, add } = await grown({ root: 'r', a: 'A' })
    await add(tree.root, 'a')
    tree.addFollowUp(tree.root, 'late', 'late')
    log.length = 0
    await tree.refine(tree.root, scripted)
    expect(log).toEqual(['answer late', 'refine root by a'])
    expect(states(tree)).toEqual({ root: 'refined', a: 'answered', late: 'failed' })
  })

  it('returns to its own answer when no child has one, and fails all below', async () => {
    const { tree, scripted, add } = await grown({ root: 'r', a: 'A' })
    const a = await add(tree.root, 'a')
    await add(a, 'nothing')
    await tree.refine(tree.root, scripted)
    expect(states(tree)).toEqual({ root: 'refined', a: 'answered', nothing: 'failed' })
    const { tree: alone, scripted: same, add: addTo } = await grown({ root: 'r' })
    await addTo(alone.root, 'x')
    await addTo(alone.root, 'y')
    await alone.refine(alone.root, same)
    expect(states(alone)).toEqual({ root: 'answered', x: 'failed', y: 'failed' })
    expect(alone.root.answer).toBe('r')
  })

  it('keeps the answer that it has when the agent fails to refine it', async () => {
    const { tree, scripted, add } = await grown({ root: 'r', a: 'A' }, () => false)
    await add(tree.root, 'a')
    await tree.refine(tree.root, scripted)
    expect(states(tree)).toEqual({ root: 'answered', a: 'answered' })
    expect(tree.root.answer).toBe('r')
  })

  it('tries a root without an answer once more at the end', async () => {
    const { scripted, log } = work({})
    const tree = new QuestionTree<string>('0', 'root')
    await tree.refine(tree.root, scripted)
    expect(log).toEqual(['answer root'])
    expect(states(tree)).toEqual({ root: 'failed' })
  })
})
