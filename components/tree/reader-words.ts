import type { TreeView } from '@/server/tree/contract'
import { BUILT_IN_AGENT } from '@/server/words/by-ai'
import { TOOK_OVER_WORDS } from '@/server/words/failures'

/** Who read a tree, as far as it may be told: `view` says at its end whether the built-in agent took over, and never for which question. */
export type Reader = Pick<TreeView, 'inspectorName' | 'endedAt'>

const AFTERWARDS = `, then ${TOOK_OVER_WORDS}`

/** Before the end nobody is said to have read: a model that gives no verdict, or whose day is used up, has had its place taken. */
export function readerInWords({ inspectorName, endedAt }: Reader): { name: string; words: string } {
  if (endedAt !== null || inspectorName === BUILT_IN_AGENT) return { name: 'Read by', words: inspectorName }
  return { name: 'Given to', words: `${inspectorName}, or the built-in agent in its place` }
}

/** Whose a single verdict is. */
export function verdictOf(reader: Reader): string {
  const { inspectorName, endedAt } = reader
  if (inspectorName === '') return 'A verdict of the agent'
  const isSure = inspectorName === BUILT_IN_AGENT || (endedAt !== null && !hasTakenOver(reader))
  if (isSure) return `A verdict of ${inspectorName}`
  return `A verdict of ${inspectorName.replace(AFTERWARDS, '')}, or of the built-in agent in its place`
}

/** Some of its readings were the built-in agent's. */
export function hasTakenOver({ inspectorName }: Pick<Reader, 'inspectorName'>): boolean {
  return inspectorName.endsWith(AFTERWARDS)
}
