import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { returnPath, withReturnPath } from '@/app/(auth)/return-path'
import { SignInForm } from '@/app/(auth)/sign-in/sign-in-form'
import { StepIn } from '@/app/(auth)/sign-in/step-in'
import { getMe, isOwnName, serverCaller } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { PageHeader } from '@/components/shell/page-header'
import { cn } from '@/components/ui/cn'
import { ErrorNote } from '@/components/ui/feedback'
import { ERRORS } from '@/server/errors'

export const metadata: Metadata = { title: 'Sign in' }

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const [params, me, api] = await Promise.all([searchParams, getMe(), serverCaller()])
  const path = returnPath(params.callbackUrl)
  if (me) redirect(path)
  const isKnownHere = await isOwnName()
  const [{ providers, demoPeople, passkeyOrigin }, { welcomeMicros }] = await Promise.all([
    api.people.signInOptions(),
    api.market.terms(),
  ])
  const hasDemo = demoPeople.length > 0
  return (
    <div className="page pb-24">
      <PageHeader
        title="Sign in"
        lead={
          <>
            New here?{' '}
            <Link href={withReturnPath('/register', path)} className="text-accent underline">
              Register
            </Link>
            {welcomeMicros === 0n ? null : (
              <>
                {' '}
                and start with <Credits micros={welcomeMicros} unit={false} /> play credits
              </>
            )}
            .
          </>
        }
      />
      <div
        className={cn('grid gap-x-16 gap-y-12', hasDemo && 'lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]')}
      >
        <div className="max-w-sm">
          {isKnownHere ? null : (
            <ErrorNote className="mb-5">{ERRORS['auth.unknown_name'].sentence}</ErrorNote>
          )}
          <SignInForm
            path={path}
            providers={providers}
            passkeyOrigin={passkeyOrigin}
            failed={typeof params.error === 'string' ? params.error : null}
          />
        </div>
        {hasDemo ? (
          <section aria-labelledby="step-in" className="noscript:hidden">
            <h2 id="step-in" className="display text-xl">
              Or step in as somebody
            </h2>
            <p className="measure mt-1 mb-5 text-muted text-sm">
              This is a demo market. These people are made up: look around as one of them. What you do then is
              yours alone, and so are your credits.
            </p>
            <StepIn people={demoPeople} path={path} />
          </section>
        ) : null}
      </div>
    </div>
  )
}
