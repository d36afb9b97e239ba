import { notFound } from 'next/navigation'
import { requireMe } from '@/app/server'
import { LinkTabs } from '@/components/ui/link-tabs'
import type { Me } from '@/server/contract/auth'

/** The operators' pages, one beside the other. */
export function OperateTabs() {
  return (
    <LinkTabs
      label="Running the market"
      items={[
        { href: '/operate', label: 'Dashboard' },
        { href: '/operate/settings', label: 'Settings' },
        { href: '/operate/people', label: 'People' },
        { href: '/operate/readings', label: 'Readings' },
        { href: '/operate/log', label: 'Log' },
        { href: '/moderation', label: 'Moderation' },
      ]}
    />
  )
}

/** The signed-in operator; for everybody else there is no such page. */
export async function requireOperator(path: string): Promise<Me> {
  const me = await requireMe(path)
  if (me.role !== 'operator') notFound()
  return me
}
