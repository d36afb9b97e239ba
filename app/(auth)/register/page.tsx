import type { Metadata } from 'next'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { RegisterForm } from '@/app/(auth)/register/register-form'
import { returnPath, withReturnPath } from '@/app/(auth)/return-path'
import { getMe, isOwnName, serverCaller } from '@/app/server'
import { WhatYouGet } from '@/components/people/what-you-get'
import { PageHeader } from '@/components/shell/page-header'
import { ErrorNote } from '@/components/ui/feedback'
import { ERRORS } from '@/server/errors'

export const metadata: Metadata = { title: 'Register' }

type RegisterPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RegisterPage({ searchParams }: RegisterPageProps) {
  const [params, me, api] = await Promise.all([searchParams, getMe(), serverCaller()])
  const path = returnPath(params.callbackUrl)
  if (me) redirect(path)
  const isKnownHere = await isOwnName()
  const [{ providers, verifiesEmail, sendsMail }, { welcomeMicros }] = await Promise.all([
    api.people.signInOptions(),
    api.market.terms(),
  ])
  return (
    <div className="page pb-24">
      <PageHeader
        title="Register"
        lead={
          <>
            Been here before?{' '}
            <Link href={withReturnPath('/sign-in', path)} className="text-accent underline">
              Sign in
            </Link>
            .
          </>
        }
      />
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="max-w-sm">
          {isKnownHere ? null : (
            <ErrorNote className="mb-5">{ERRORS['auth.unknown_name'].sentence}</ErrorNote>
          )}
          <RegisterForm path={path} providers={providers} byMail={verifiesEmail ? { sendsMail } : null} />
        </div>
        <WhatYouGet welcomeMicros={welcomeMicros} />
      </div>
    </div>
  )
}
