import type { Metadata } from 'next'
import Link from 'next/link'
import { requireMe, serverCaller } from '@/app/server'
import { NoticeSwitches } from '@/app/settings/notice-switches'
import { PasswordSection } from '@/app/settings/password-section'
import { ProfileForm } from '@/app/settings/profile-form'
import { SignOutPanel } from '@/app/settings/sign-out-panel'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const [me, api] = await Promise.all([requireMe('/settings'), serverCaller()])
  const [{ person }, sessions, notices, signsInBy] = await Promise.all([
    api.people.profile({ handle: me.handle }),
    api.people.sessions(),
    api.notices.switches(),
    api.people.signsInBy(),
  ])
  return (
    <div className="page-narrow pb-24">
      <PageHeader title="Settings" />
      <div className="space-y-14">
        <section aria-labelledby="profile">
          <h2 id="profile" className="display mb-5 text-xl">
            Profile
          </h2>
          <ProfileForm handle={me.handle} name={person.name} bio={person.bio} />
        </section>
        <section aria-labelledby="notices">
          <h2 id="notices" className="display mb-5 scroll-mt-20 text-xl">
            Notices
          </h2>
          <NoticeSwitches {...notices} />
        </section>
        <section aria-labelledby="password">
          <h2 id="password" className="display mb-5 scroll-mt-20 text-xl">
            Password
          </h2>
          <PasswordSection signsInBy={signsInBy} />
        </section>
        <section aria-labelledby="sign-out">
          <h2 id="sign-out" className="display mb-5 text-xl">
            Signed in
          </h2>
          <SignOutPanel places={sessions.open} />
        </section>
        <section aria-labelledby="log">
          <h2 id="log" className="display mb-5 text-xl">
            Log
          </h2>
          <p className="measure text-muted">
            What was done to your money, your ways in and your settings stands in{' '}
            <Link href="/settings/log" className="underline underline-offset-2">
              the log of your account
            </Link>
            .
          </p>
        </section>
      </div>
    </div>
  )
}
