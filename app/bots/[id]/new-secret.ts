import type { QueryClient } from '@tanstack/react-query'

/** A secret on its way from the form that made a bot to the page that shows it, in this tab's memory only. */

const keyOf = (botId: string) => ['new-secret', botId]

export function keepNewSecret(queryClient: QueryClient, botId: string, secret: string | null): void {
  if (secret !== null) queryClient.setQueryData(keyOf(botId), secret)
}

export function newSecretOf(queryClient: QueryClient, botId: string): string | null {
  return queryClient.getQueryData<string>(keyOf(botId)) ?? null
}

export function dropNewSecret(queryClient: QueryClient, botId: string): void {
  queryClient.removeQueries({ queryKey: keyOf(botId) })
}
