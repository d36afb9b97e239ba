/** Where the server of docs/selling.md can be fetched from, to read, to copy or to run. */
export const SCRIPT_ADDRESS = '/bot.mjs'

/** That script with this secret in it; without one it takes its secret from the environment. */
export function withSecret(script: string, secret: string | null): string {
  return secret === null ? script : script.replace(/process\.env\.BOT_SECRET/, `'${secret}'`)
}
