import type { Answerer } from '../runs/answerer'

/** A question for a bot whose program asks what waits: it stays awaited until that program answers (`queue.ts`). */
export const leaveInQueue: Answerer = async () => ({ kind: 'later' })
