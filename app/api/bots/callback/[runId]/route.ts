import { receiveCallback } from '@/server/api/bot-callback'
import { getDeps } from '@/server/runtime'

/** Takes an answer that an owner's server sends later, signed with the bot's secret. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ runId: string }> },
): Promise<Response> {
  const { runId } = await params
  return receiveCallback(await getDeps(), { request, runId })
}
