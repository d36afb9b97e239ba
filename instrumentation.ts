/** Next calls this once when the server starts, before it takes requests: the market runs inside this process. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startServer } = await import('./server/start')
  await startServer()
}
