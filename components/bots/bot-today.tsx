import { dollarsInWords } from '@/components/bots/bot-words'
import type { BotView } from '@/server/contract/bots'

/** What a bot has used of its day, against its caps. */
export function BotToday({ bot, own }: { bot: BotView; own: NonNullable<BotView['own']> }) {
  const { today, caps } = own
  const hasTokens = bot.kind === 'llm' || own.usesEmbeddings || today.tokens > 0
  return (
    <section aria-labelledby="bot-today">
      <h2 id="bot-today" className="eyebrow">
        Today
      </h2>
      <div className="mt-3 grid gap-x-10 gap-y-5 sm:grid-cols-3">
        <Cap label="Offers" used={today.offers} of={caps.offersPerDay} />
        {hasTokens ? <Cap label="Model tokens" used={today.tokens} of={caps.tokensPerDay} /> : null}
        {hasTokens ? (
          <div>
            <p className="text-muted text-sm">Cost of the model</p>
            <p className="tabular-nums font-medium">
              {own.ownModel === null ? 'paid by the market' : dollarsInWords(today.costMicroUsd)}
            </p>
          </div>
        ) : null}
      </div>
      <p className="mt-3 text-muted text-xs">
        Counted from midnight UTC. At a limit it is silent until the next.
      </p>
    </section>
  )
}

function Cap({ label, used, of }: { label: string; used: number; of: number }) {
  const share = of === 0 ? 100 : Math.min(100, (100 * used) / of)
  const isReached = used >= of
  return (
    <div>
      <p className="text-muted text-sm">{label}</p>
      <p className="tabular-nums font-medium">
        {used.toLocaleString('en')}{' '}
        <span className="font-normal text-muted">of {of.toLocaleString('en')}</span>
      </p>
      <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
        <div className={isReached ? 'h-full bg-paused' : 'h-full bg-accent'} style={{ width: `${share}%` }} />
      </div>
      {isReached ? <p className="mt-1 text-paused text-xs">reached: silent for today</p> : null}
    </div>
  )
}
