'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { QuickBotForm } from '@/app/bots/new/quick-bot-form'
import { Button } from '@/components/ui/button'

const BotForm = dynamic(() => import('@/app/bots/new/bot-form').then(({ BotForm }) => BotForm))

/** A bot in one field; behind “More”, every kind and setting. */
export function NewBot({ handle, hasModel, isAll }: { handle: string; hasModel: boolean; isAll: boolean }) {
  const [showsAll, setShowsAll] = useState(isAll)
  if (showsAll) return <BotForm handle={handle} hasModel={hasModel} />
  return (
    <div className="space-y-10">
      <QuickBotForm handle={handle} />
      <section aria-labelledby="more-kinds" className="max-w-2xl border-line border-t pt-6">
        <h2 id="more-kinds" className="font-medium">
          More
        </h2>
        <p className="mt-1 text-muted text-sm">
          One text for many questions, a prompt for a model, a program without an address; which questions it
          reads, whom it serves, how much a day. All of it can be changed later too.
        </p>
        <Button className="mt-3" onClick={() => setShowsAll(true)}>
          Every kind and setting
        </Button>
      </section>
    </div>
  )
}
