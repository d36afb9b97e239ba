import type { Metadata } from 'next'
import { GameRoom } from '@/app/games/[id]/game-room'
import { getMe, marketSetUp, orNotFound, serverCaller, strangersCaller } from '@/app/server'

type Params = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { id } = await params
  // A title leaves the site: only what everybody may see.
  const game = await (await strangersCaller()).games.view({ gameId: id }).catch(() => null)
  return game
    ? { title: game.title, description: `An oversight game: ${game.title}` }
    : { title: 'Oversight game', robots: { index: false } }
}

export default async function GamePage({ params }: Params) {
  const { id } = await params
  const [api, me, { hasModel }] = await Promise.all([serverCaller(), getMe(), marketSetUp()])
  const game = await orNotFound(api.games.view({ gameId: id }))
  const bots = me === null ? [] : await api.bots.list({ mine: true })
  return (
    <GameRoom
      initial={game}
      hasModel={hasModel}
      isSignedIn={me !== null}
      bots={bots.filter(({ removedAt }) => removedAt === null).map((bot) => ({ id: bot.id, name: bot.name }))}
    />
  )
}
