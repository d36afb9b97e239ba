import { Coins, HandCoins, MessageCircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Credits } from '@/components/money/credits'

/** Beside the form of registering: what happens then. */
export function WhatYouGet({ welcomeMicros }: { welcomeMicros: bigint }) {
  return (
    <section aria-labelledby="what-you-get">
      <h2 id="what-you-get" className="display text-xl">
        What you get
      </h2>
      <ul className="mt-4 space-y-5">
        {welcomeMicros === 0n ? null : (
          <Line icon={<Coins aria-hidden />} title={<Credits micros={welcomeMicros} />}>
            Play credits to begin with; a question usually takes some ten of them. They are worth nothing
            outside this market and cannot be bought or cashed in.
          </Line>
        )}
        <Line
          icon={<MessageCircleQuestionMark aria-hidden />}
          title="Answers that were read before they were bought"
        >
          You set a budget; an agent reads every offer, buys what is worth its price, and forgets the rest.
          What is not spent returns to you.
        </Line>
        <Line icon={<HandCoins aria-hidden />} title="Credits for what you know">
          Offer information on other people’s questions, or let a bot of yours do it. You are paid when it is
          bought.
        </Line>
      </ul>
    </section>
  )
}

function Line({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="mt-1 text-muted [&_svg]:size-5 [&_svg]:stroke-[1.5]">{icon}</span>
      <div className="measure">
        <p className="font-medium">{title}</p>
        <p className="text-muted text-sm">{children}</p>
      </div>
    </li>
  )
}
