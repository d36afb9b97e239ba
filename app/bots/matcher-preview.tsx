'use client'

import { useWatch } from 'react-hook-form'
import { useMatcherPreview } from '@/app/selling/alerts/use-matcher-preview'
import type { BotFormHandle } from '@/components/bots/bot-form-parts'
import { MatcherPreviewPanel } from '@/components/matcher/matcher-preview'

/** What would have woken the bot as it is typed, beside the conditions. */
export function MatcherPreview({ form }: { form: BotFormHandle }) {
  const preview = useMatcherPreview(useWatch({ control: form.control, name: 'matcher' }))
  return <MatcherPreviewPanel {...preview} />
}
