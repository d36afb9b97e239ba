import type { UseFormReturn } from 'react-hook-form'
import type { AskDraft } from '@/components/question/ask-draft'
import type { AskInput } from '@/server/contract/market'

/** The form of asking, as its parts share it. */
export type AskFormHandle = UseFormReturn<AskDraft, unknown, AskInput>
