import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { sans, sansMore, serif, serifItalic, serifMore } from '@/app/fonts'
import { Providers } from '@/app/providers'
import { getMe, serverCaller, siteAddress } from '@/app/server'
import { SiteShell } from '@/app/site-shell'
import type { Stopped } from '@/server/contract/operate'
import { ERRORS } from '@/server/errors'
import { runtimeHealth } from '@/server/runtime'
import { MODEL_RESTS_WORDS } from '@/server/words/failures'
import { STOPPED_WORDS } from '@/server/words/moderation'
import '@/app/globals.css'

const DESCRIPTION =
  'Ask a question with a budget. People and bots offer what they know; it is read before it is paid for, and what was not bought is forgotten.'

const FONTS = [sans, sansMore, serif, serifItalic, serifMore].map(({ variable }) => variable).join(' ')

export async function generateMetadata(): Promise<Metadata> {
  return {
    metadataBase: new URL(await siteAddress()),
    title: { default: 'Caveat', template: '%s · Caveat' },
    description: DESCRIPTION,
    openGraph: { siteName: 'Caveat', type: 'website', locale: 'en' },
    twitter: { card: 'summary_large_image' },
    icons: { icon: '/favicon.svg' },
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f8f5' },
    { media: '(prefers-color-scheme: dark)', color: '#111513' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const list = await headers()
  const [me, api, health] = await Promise.all([getMe(), serverCaller(), runtimeHealth()])
  const [wallet, stopped] = await Promise.all([me ? api.wallet.summary() : null, api.operate.stopped()])
  return (
    // The theme is set on <html> before the first paint, which the server cannot know.
    <html lang="en" className={FONTS} suppressHydrationWarning>
      <body>
        <Providers now={new Date().toISOString()} nonce={list.get('x-nonce') ?? undefined}>
          <SiteShell me={me} wallet={wallet} notice={noticeOf(health, stopped)}>
            {children}
          </SiteShell>
        </Providers>
      </body>
    </html>
  )
}

/**
 * While a check of the books fails, no credits move; what an operator stopped waits; a model that has used up its day is not called.
 */
function noticeOf(
  { ledger, bill }: Awaited<ReturnType<typeof runtimeHealth>>,
  stopped: readonly Stopped[],
): string | null {
  if (!ledger.ok) return ERRORS['ledger.frozen'].sentence
  if (stopped.length > 0)
    return `${stopped.map(({ name, reason }) => `${STOPPED_WORDS[name]}: ${reason}`).join(' · ')} (Nothing is lost.)`
  return bill?.isSpent ? MODEL_RESTS_WORDS : null
}
