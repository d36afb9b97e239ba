import { orNotFound, serverCaller } from '@/app/server'

/** Turns with their rewards as JSON Lines: of one game (`game`), of one's own (`mine`), or of all that everybody may watch. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const gameId = searchParams.get('game')
  const isMine = searchParams.get('mine') === 'true'
  const lines = await orNotFound((await serverCaller()).games.export({ gameId, isMine }))
  return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="caveat-games${gameId === null ? '' : `-${gameId}`}.jsonl"`,
      // Whoever is signed in may see more than others.
      'cache-control': 'private, no-store',
    },
  })
}
