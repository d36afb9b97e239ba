import Link from 'next/link'
import { BOT_KIND_WORDS } from '@/components/bots/bot-words'
import { BotBadge } from '@/components/status/status-chip'
import { Avatar } from '@/components/ui/avatar'
import type { Profile } from '@/server/contract/market-view'

/** Bots somebody answers for. */
export function PersonBots({ bots }: { bots: Profile['bots'] }) {
  return (
    <section aria-labelledby="person-bots">
      <h2 id="person-bots" className="display text-lg">
        Bots
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {bots.map((bot) => (
          <li key={bot.id} className="flex items-center gap-3">
            <Avatar name={bot.name} bot />
            <div>
              <p className="flex flex-wrap items-center gap-x-2">
                <Link href={`/bots/${bot.id}`} className="font-medium hover:underline">
                  {bot.name}
                </Link>
                <BotBadge />
              </p>
              <p className="text-muted text-sm">{BOT_KIND_WORDS[bot.kind]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
