import type { Metadata } from 'next'
import Link from 'next/link'
import { requireMe, serverCaller, siteAddress } from '@/app/server'
import { EmailSection } from '@/app/settings/email-section'
import { KeysSection } from '@/app/settings/keys-section'
import { LoginsSection } from '@/app/settings/logins-section'
import { NoticeSwitches } from '@/app/settings/notice-switches'
import { PasskeySection } from '@/app/settings/passkey-section'
import { PasswordSection } from '@/app/settings/password-section'
import { ProfileForm } from '@/app/settings/profile-form'
import { ProgramsSection } from '@/app/settings/programs-section'
import { PageHeader } from '@/components/shell/page-header'
import { MCP_PATH } from '@/server/api/mcp/path'
import { WEBHOOKS_PATH } from '@/server/contract/notice-line'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const [me, api] = await Promise.all([requireMe('/settings'), serverCaller()])
  const [{ person }, logins, notices, signsInBy, account, passkeys, keys, bots, programs, site] =
    await Promise.all([
      api.people.profile({ handle: me.handle }),
      api.account.sessions(),
      api.notices.switches(),
      api.people.signsInBy(),
      api.account.view(),
      api.passkeys.list(),
      api.keys.list(),
      api.bots.list({ mine: true }),
      api.programs.list(),
      siteAddress(),
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
          <p className="measure mt-5 text-muted">
            Whom and what you follow stands under{' '}
            <Link href="/settings/following" className="underline underline-offset-2">
              following
            </Link>
            .
          </p>
        </section>
        {me.isDemo ? null : (
          <section aria-labelledby="email">
            <h2 id="email" className="display mb-5 scroll-mt-20 text-xl">
              E-mail
            </h2>
            <EmailSection account={account} />
          </section>
        )}
        <section aria-labelledby="password">
          <h2 id="password" className="display mb-5 scroll-mt-20 text-xl">
            Password
          </h2>
          <PasswordSection signsInBy={signsInBy} />
        </section>
        {me.isDemo ? null : (
          <section aria-labelledby="passkeys">
            <h2 id="passkeys" className="display mb-5 scroll-mt-20 text-xl">
              Passkeys
            </h2>
            <PasskeySection passkeys={passkeys} account={account} />
          </section>
        )}
        <section aria-labelledby="keys">
          <h2 id="keys" className="display mb-5 scroll-mt-20 text-xl">
            Keys
          </h2>
          <KeysSection
            keys={keys}
            account={account}
            bots={bots.flatMap(({ id, name, removedAt }) => (removedAt === null ? [{ id, name }] : []))}
          />
        </section>
        <section aria-labelledby="programs">
          <h2 id="programs" className="display mb-5 scroll-mt-20 text-xl">
            Programs
          </h2>
          <ProgramsSection programs={programs} address={new URL(MCP_PATH, site).href} />
        </section>
        <section aria-labelledby="sign-out">
          <h2 id="sign-out" className="display mb-5 text-xl">
            Signed in
          </h2>
          <LoginsSection logins={logins} />
        </section>
        <section aria-labelledby="rules">
          <h2 id="rules" className="display mb-5 text-xl">
            Rules
          </h2>
          <p className="measure text-muted">
            Suspended rights, hidden things, your flags, and whom you muted or blocked stand under{' '}
            <Link href="/settings/rules" className="underline underline-offset-2">
              rules and you
            </Link>
            .
          </p>
        </section>
        <section aria-labelledby="webhooks">
          <h2 id="webhooks" className="display mb-5 text-xl">
            Webhooks
          </h2>
          <p className="measure text-muted">
            A server of yours can be told what your inbox is told: add it under{' '}
            <Link href={WEBHOOKS_PATH} className="underline underline-offset-2">
              webhooks
            </Link>
            .
          </p>
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
        {me.isDemo ? null : (
          <section aria-labelledby="account">
            <h2 id="account" className="display mb-5 text-xl">
              Your account
            </h2>
            <p className="measure text-muted">
              Everything that is yours can be downloaded, and the account be deleted:{' '}
              <Link href="/settings/data" className="underline underline-offset-2">
                your account
              </Link>
              .
            </p>
          </section>
        )}
      </div>
    </div>
  )
}
