import type { ContextView } from '@/server/contract/market-view'

/** A question that is read again as offers come, before it has ended. */
export function isReadAgain({ parentId, endedAt, policy, start }: ContextView): boolean {
  return parentId === null && endedAt === null && policy.maxSittings > 1 && start.rule !== 'deadline'
}

/** It is between two readings: what came was read, and it waits for more. */
export function isBetweenReadings({ phase }: Pick<ContextView, 'phase'>): boolean {
  return phase === 'provisional'
}
