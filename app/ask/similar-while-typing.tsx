'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useDebounce } from 'use-debounce'
import { useTRPC } from '@/app/trpc'
import type { AskFormHandle } from '@/components/question/ask-form-handle'
import { SimilarQuestions } from '@/components/question/similar'
import { TITLE_CHARS_MAX } from '@/server/contract/market'
import { TITLE_CHARS_MIN } from '@/server/shared/text'

/** A pause between words, not between letters. */
const LOOK_AFTER_MS = 400

/** Questions like the one being typed. */
export function SimilarWhileTyping({ form }: { form: AskFormHandle }) {
  const trpc = useTRPC()
  const [title, claim, pages] = useWatch({ control: form.control, name: ['title', 'claim', 'pages'] })
  const [text] = useDebounce(`${title} ${claim}`.trim().slice(0, TITLE_CHARS_MAX), LOOK_AFTER_MS)
  const [urls] = useDebounce(
    pages
      .map((page) => page.url.trim())
      .filter((url) => URL.canParse(url))
      .join('\n'),
    LOOK_AFTER_MS,
  )
  const isWorthLooking = text.length >= TITLE_CHARS_MIN
  const similar = useQuery({
    ...trpc.contexts.similar.queryOptions({ text, pages: urls === '' ? [] : urls.split('\n') }),
    enabled: isWorthLooking,
    placeholderData: keepPreviousData,
  })
  return <SimilarQuestions questions={isWorthLooking ? (similar.data ?? []) : []} />
}
