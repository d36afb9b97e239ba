import type { Metadata } from 'next'
import Link from 'next/link'
import { ForgotForm } from '@/app/(auth)/forgot-password/forgot-form'
import { serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default async function ForgotPasswordPage() {
  const api = await serverCaller()
  const { sendsMail } = await api.people.signInOptions()
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        title="Forgot your password?"
        lead={
          <>
            A link to set a new one goes to your e-mail. Remember it after all?{' '}
            <Link href="/sign-in" className="text-accent underline">
              Sign in
            </Link>
            .
          </>
        }
      />
      <div className="max-w-sm">
        <ForgotForm sendsMail={sendsMail} />
      </div>
    </div>
  )
}
