import type { Metadata } from 'next'
import { BotRoom } from '@/app/bots/[id]/bot-room'
import { marketSetUp, orNotFound, serverCaller } from '@/app/server'

type Params = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { id } = await params
  const bot = await orNotFound((await serverCaller()).bots.view({ botId: id }))
  return { title: bot.name }
}

export default async function BotPage({ params }: Params) {
  const { id } = await params
  const api = await serverCaller()
  const bot = await orNotFound(api.bots.view({ botId: id }))
  const bought = await api.bots.bought({ botId: bot.id })
  const priceMoves = await api.bots.priceMoves({ botId: bot.id })
  const { hasModel } = await marketSetUp()
  return <BotRoom firstBot={bot} bought={bought} priceMoves={priceMoves} hasModel={hasModel} />
}
