import type { Metadata } from 'next'
import { requireMe, serverCaller } from '@/app/server'
import { AddSite, SiteRow } from '@/app/settings/sites/site-forms'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import { SITES_MAX, SITES_PATH } from '@/server/contract/sites'

export const metadata: Metadata = { title: 'Your sites', robots: { index: false } }

/** Sites of the web that one proves to be one's own, and what stands in frames with their threads. */
export default async function SitesPage() {
  const [, api] = await Promise.all([requireMe(SITES_PATH), serverCaller()])
  const sites = await api.sites.list()
  const questions = await Promise.all(
    sites.map(({ id, isProven }) => (isProven ? api.sites.questions({ id }) : [])),
  )
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Your sites' }]} />}
        title="Your sites"
        lead="Whoever owns a site chooses how threads look that are embedded from its pages, and which new questions stand there. The market’s own page of a thread stays as it is, with all of them."
      />
      <div className="space-y-12">
        {sites.length === 0 ? (
          <EmptyState title="You have not named a site">
            Name one below, and put a line on it that says that it is yours.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line border-line border-y" aria-label="Your sites">
            {sites.map((site, index) => (
              <SiteRow key={site.id} site={site} questions={questions[index] ?? []} />
            ))}
          </ul>
        )}
        {sites.length < SITES_MAX ? (
          <Section id="add" title="This is my site">
            <AddSite />
          </Section>
        ) : null}
      </div>
    </div>
  )
}
