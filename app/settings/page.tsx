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
import { Section } from '@/components/ui/section'
import { MCP_PATH } from '@/server/api/mcp/path'
import { WEBHOOKS_PATH } from '@/server/contract/notice-line'
import { SITES_PATH } from '@/server/contract/sites'
import { counted } from '@/server/words/amounts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  const [me, api] = await Promise.all([requireMe('/settings'), serverCaller()])
  const [{ person }, logins, notices, signsInBy, account, passkeys, keys, bots, programs, site, sites] =
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
      api.sites.list(),
    ])
  const waiting = sites.reduce((sum, own) => sum + own.waiting, 0)
  return (
    <div className="page-narrow pb-24">
      <PageHeader title="Settings" />
      <div className="space-y-14">
        <Section id="profile" title="Profile">
          <ProfileForm handle={me.handle} name={person.name} bio={person.bio} />
        </Section>
        <Section id="notices" title="Notices">
          <NoticeSwitches {...notices} />
          <p className="measure mt-5 text-muted">
            Whom and what you follow stands under{' '}
            <Link href="/settings/following" className="underline underline-offset-2">
              following
            </Link>
            .
          </p>
        </Section>
        {me.isDemo ? null : (
          <Section id="email" title="E-mail">
            <EmailSection account={account} />
          </Section>
        )}
        <Section id="password" title="Password">
          <PasswordSection signsInBy={signsInBy} />
        </Section>
        {me.isDemo ? null : (
          <Section id="passkeys" title="Passkeys">
            <PasskeySection passkeys={passkeys} account={account} />
          </Section>
        )}
        <Section id="keys" title="Keys">
          <KeysSection
            keys={keys}
            account={account}
            bots={bots.flatMap(({ id, name, removedAt }) => (removedAt === null ? [{ id, name }] : []))}
          />
        </Section>
        <Section id="programs" title="Programs">
          <ProgramsSection programs={programs} address={new URL(MCP_PATH, site).href} />
        </Section>
        <Section id="sign-out" title="Signed in">
          <LoginsSection logins={logins} />
        </Section>
        <Section id="rules" title="Rules">
          <p className="measure text-muted">
            Suspended rights, hidden things, your flags, and whom you muted or blocked stand under{' '}
            <Link href="/settings/rules" className="underline underline-offset-2">
              rules and you
            </Link>
            .
          </p>
        </Section>
        <Section id="webhooks" title="Webhooks">
          <p className="measure text-muted">
            A server of yours can be told what your inbox is told: add it under{' '}
            <Link href={WEBHOOKS_PATH} className="underline underline-offset-2">
              webhooks
            </Link>
            .
          </p>
        </Section>
        <Section id="sites" title="Your sites">
          <p className="measure text-muted">
            How threads look that are embedded from pages of your own site, and which questions stand there,
            is chosen under{' '}
            <Link href={SITES_PATH} className="underline underline-offset-2">
              your sites
            </Link>
            .
            {waiting > 0
              ? ` ${counted(waiting, 'question')} ${waiting === 1 ? 'waits' : 'wait'} for your yes.`
              : null}
          </p>
        </Section>
        <Section id="log" title="Log">
          <p className="measure text-muted">
            What was done to your money, your ways in and your settings stands in{' '}
            <Link href="/settings/log" className="underline underline-offset-2">
              the log of your account
            </Link>
            .
          </p>
        </Section>
        {me.isDemo ? null : (
          <Section id="account" title="Your account">
            <p className="measure text-muted">
              Everything that is yours can be downloaded, and the account be deleted:{' '}
              <Link href="/settings/data" className="underline underline-offset-2">
                your account
              </Link>
              .
            </p>
          </Section>
        )}
      </div>
    </div>
  )
}
