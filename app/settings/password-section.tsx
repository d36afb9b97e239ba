import Link from 'next/link'
import { PasswordForm } from '@/app/settings/password-form'
import type { SignsInBy } from '@/server/contract/auth'

const PROVIDER_NAMES: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google' }

/** Changes the password, or says why there is none to change. */
export function PasswordSection({ signsInBy }: { signsInBy: SignsInBy }) {
  switch (signsInBy.way) {
    case 'password':
      return <PasswordForm email={signsInBy.email} />
    case 'provider': {
      const names = signsInBy.providers.map((provider) => PROVIDER_NAMES[provider] ?? provider)
      const through = names.length > 0 ? names.join(' or ') : 'another site'
      return (
        <p className="measure text-muted">
          You sign in through {through}, so you have no password here. Who may sign in as you is decided
          there.
        </p>
      )
    }
    case 'demo':
      return (
        <p className="measure text-muted">
          You are looking round as a demo person, so there is no password, and signing out is for good.{' '}
          <Link href="/register" className="text-accent underline">
            Register
          </Link>{' '}
          to have an account of your own.
        </p>
      )
  }
}
