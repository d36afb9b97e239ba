'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounce } from 'use-debounce'
import { useTRPC } from '@/app/trpc'
import { readServerError } from '@/components/form/server-error'
import {
  isEmptyMatcherDraft,
  type MatcherDraft,
  matcherDraftSchema,
  readMatcherDraft,
} from '@/components/matcher/matcher-draft'
import type { MatcherPreviewPanelProps } from '@/components/matcher/matcher-preview'

/** A pause between words, not between letters. */
const LOOK_AFTER_MS = 400

/** What a draft would have found, for `MatcherPreviewPanel`: asked for once typing pauses. */
export function useMatcherPreview(draft: MatcherDraft): Omit<MatcherPreviewPanelProps, 'className'> {
  const trpc = useTRPC()
  const typed = JSON.stringify(draft)
  const [paused] = useDebounce(typed, LOOK_AFTER_MS)
  const read = readMatcherDraft(draft)
  const asked = readMatcherDraft(matcherDraftSchema.parse(JSON.parse(paused)))
  const look = useQuery({
    ...trpc.matchers.preview.queryOptions({ query: asked.ok ? asked.query : NOTHING }),
    enabled: asked.ok,
    placeholderData: keepPreviousData,
  })
  return {
    preview: look.data ?? null,
    isLoading: look.isFetching || typed !== paused,
    problem: read.ok
      ? look.error && !look.data
        ? readServerError(look.error).message
        : null
      : isEmptyMatcherDraft(draft)
        ? 'Say what it looks for; what it would have found appears here.'
        : (Object.values(read.errors)[0] ?? null),
  }
}

/** Stands in where there is nothing to ask; never sent. */
const NOTHING = { budgetMicrosMin: 0n }
