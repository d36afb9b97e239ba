import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '@/app/providers'
import { getMe, serverCaller } from '@/app/server'
import { SiteShell } from '@/app/site-shell'
import { runtimeHealth } from '@/server/runtime'
import '@/app/globals.css'

export const metadata: Metadata = {
  title: { default: 'Caveat', template: '%s · Caveat' },
  description:
    'An information market whose buyer reads before it buys, asks the market before it decides, and forgets what it did not pay for.',
  icons: { icon: '/favicon.svg' },
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
  const wallet = me ? await api.wallet.summary() : null
  return (
    // The theme is set on <html> before the first paint, which the server cannot know.
    <html lang="en" suppressHydrationWarning>
      <body>
        <Providers now={new Date().toISOString()} nonce={list.get('x-nonce') ?? undefined}>
          <SiteShell
            me={me}
            wallet={wallet}
            isMoneyMoving={health.ledger.ok}
            isModelResting={health.bill?.isSpent ?? false}
          >
            {children}
          </SiteShell>
        </Providers>
      </body>
    </html>
  )
}
