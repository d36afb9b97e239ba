import type { ReactNode } from 'react'
import { audienceInWords, BOT_KIND_WORDS, priceInWords } from '@/components/bots/bot-words'
import { conditionsOf } from '@/components/matcher/matcher-words'
import { Ago } from '@/components/time/time'
import type { BotView } from '@/server/contract/bots'
import { LICENCE_WORDS } from '@/server/words/licence'

/** What a bot does, for how much, and what wakes it, in words; for its owner with whom it answers. */
export function BotFacts({ bot }: { bot: BotView }) {
  return (
    <dl className="divide-y divide-line border-line border-y text-sm">
      <Fact name="What it does">{BOT_KIND_WORDS[bot.kind]}</Fact>
      <Fact name="Price">
        <span className="tabular-nums">{priceInWords(bot.price)}</span>
      </Fact>
      <Fact name="What is bought">{LICENCE_WORDS[bot.licence.kind].short}</Fact>
      {bot.removedAt ? null : (
        <Fact name="Which questions it answers">
          <ul className="space-y-1">
            {conditionsOf(bot.matcher).map(({ label, value }) => (
              <li key={`${label} ${value}`} className="break-words">
                <span className="text-muted">{label}:</span> {value}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {bot.kind === 'fixed' ? (
        <Fact name="Its teaser">
          <span className="font-serif text-base">{bot.teaser}</span>
        </Fact>
      ) : null}
      {bot.own && !bot.removedAt ? (
        <Fact name="Answers">
          {audienceInWords(bot.own.audience)} <span className="text-muted">(you alone see this)</span>
        </Fact>
      ) : null}
      <Fact name="Made">
        <Ago at={bot.createdAt} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
