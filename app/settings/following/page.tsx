import type { Metadata } from 'next'
import { requireMe, serverCaller } from '@/app/server'
import { FollowingList } from '@/app/settings/following/following-list'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Following' }

export default async function FollowingPage() {
  await requireMe('/settings/following')
  const follows = await (await serverCaller()).follows.list()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Following' }]} />}
        title="Following"
        lead="What is new in these stands on your home page and in your inbox. Who follows what, nobody else sees."
      />
      <FollowingList first={follows} />
    </div>
  )
}
