/**
 * The tree of questions that grows under a principal's question, and its refinement from the leaves up. Source: "Language
 * Models Can Reduce Asymmetry in Information Markets", section 3.3; `qa_engine` of its code; lab, A.6.
 */

export const NODE_STATUSES = ['unanswered', 'failed', 'answered', 'pending-follow-up', 'refined'] as const
export type NodeStatus = (typeof NODE_STATUSES)[number]

/** `S` is what an answer rests on. */
export type QuestionNode<S> = {
  readonly id: string
  readonly parentId: string | null
  /** The root's is 0. */
  readonly depth: number
  readonly question: string
  status: NodeStatus
  isFollowedUp: boolean
  answer: string | null
  /** The answer as it was before its follow-ups refined it. */
  initialAnswer: string | null
  sources: readonly S[]
}

export type Answered<S> = { answer: string; sources: readonly S[] }

export type TreeWork<S> = {
  /** Null when nothing was bought for the node, or the agent failed. */
  synthesise(node: QuestionNode<S>): Promise<Answered<S> | null>
  /** Null when the agent failed: the node keeps the answer it has. */
  refine(node: QuestionNode<S>, children: readonly QuestionNode<S>[]): Promise<Answered<S> | null>
}

export class QuestionTree<S> {
  private readonly nodes: QuestionNode<S>[] = []

  constructor(rootId: string, question: string) {
    this.add(rootId, null, question)
  }

  get root(): QuestionNode<S> {
    const [root] = this.nodes
    if (!root) throw new Error('A tree without a root')
    return root
  }

  /** Root first, then in the order of asking. */
  all(): readonly QuestionNode<S>[] {
    return this.nodes
  }

  childrenOf(id: string): QuestionNode<S>[] {
    return this.nodes.filter((node) => node.parentId === id)
  }

  /** A follow-up of `parent`; the parent and all above it wait for it. */
  addFollowUp(parent: QuestionNode<S>, id: string, question: string): QuestionNode<S> {
    for (let above: QuestionNode<S> | undefined = parent; above; above = this.parentOf(above)) {
      above.status = 'pending-follow-up'
    }
    return this.add(id, parent, question)
  }

  /** Leaves whose follow-ups were not thought of yet. */
  growingLeaves(): QuestionNode<S>[] {
    return this.nodes.filter((node) => !node.isFollowedUp && this.childrenOf(node.id).length === 0)
  }

  /** Answers a node that has no answer yet from what was bought for it. */
  async answer(node: QuestionNode<S>, work: TreeWork<S>): Promise<void> {
    if (node.status !== 'unanswered' && node.status !== 'failed') return
    const found = await work.synthesise(node)
    node.status = found ? 'answered' : 'failed'
    node.answer = found?.answer ?? null
    node.sources = found?.sources ?? []
  }

  /**
   * Refines a node whose follow-ups are out: those of its children that wait themselves first, then those without an answer
   * once more, then the node by whatever children have an answer. Without such a child the node's own answer stands.
   */
  async refine(node: QuestionNode<S>, work: TreeWork<S>): Promise<void> {
    if (node.status !== 'pending-follow-up') return this.answer(node, work)
    const children = this.childrenOf(node.id)
    for (const child of children) await this.refine(child, work)
    const valid = children.filter(({ status }) => status === 'answered' || status === 'refined')
    const refined = valid.length > 0 ? await work.refine(node, valid) : null
    if (!refined) {
      node.status = 'answered'
      if (valid.length === 0) this.failBelow(node)
      return
    }
    node.initialAnswer = node.answer
    node.answer = refined.answer
    node.sources = refined.sources
    node.status = 'refined'
  }

  private failBelow(node: QuestionNode<S>): void {
    for (const child of this.childrenOf(node.id)) {
      child.status = 'failed'
      this.failBelow(child)
    }
  }

  private parentOf(node: QuestionNode<S>): QuestionNode<S> | undefined {
    return this.nodes.find(({ id }) => id === node.parentId)
  }

  private add(id: string, parent: QuestionNode<S> | null, question: string): QuestionNode<S> {
    const node: QuestionNode<S> = {
      id,
      parentId: parent?.id ?? null,
      depth: parent ? parent.depth + 1 : 0,
      question,
      status: 'unanswered',
      isFollowedUp: false,
      answer: null,
      initialAnswer: null,
      sources: [],
    }
    this.nodes.push(node)
    return node
  }
}
