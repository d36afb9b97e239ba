import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { BotDraft } from '@/components/bots/bot-draft'
import type { BotInput } from '@/server/contract/bots'

export type BotFormHandle = UseFormReturn<BotDraft, unknown, BotInput>

/** A part of the form, with its heading. */
export function Step({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="max-w-2xl space-y-5">
      <div>
        <h2 className="display text-lg">{title}</h2>
        {hint ? <p className="measure mt-1 text-muted text-sm">{hint}</p> : null}
      </div>
      {children}
    </section>
  )
}
