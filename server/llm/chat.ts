import type { ModelResult } from './model'

/**
 * A plain conversation with a model: the lab's prompts are the papers' and ask for text, not for a closed answer. The
 * market never uses it: its four tasks are in `model.ts`.
 */
export interface Chat {
  /** The model's own name; a report prints it beside every figure. */
  readonly name: string
  complete(request: ChatRequest, signal: AbortSignal): Promise<ModelResult<string>>
}

export type ChatRequest = {
  /** `system` first, then turns; the last one is the user's. */
  messages: readonly { role: 'system' | 'user' | 'assistant'; content: string }[]
  temperature: number
  maxTokens: number
}
