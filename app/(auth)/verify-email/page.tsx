import type { Metadata } from 'next'
import { VerifyForm } from '@/app/(auth)/verify-email/verify-form'
import { getMe } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Is this your address?' }

export default async function VerifyEmailPage() {
  const me = await getMe()
  return (
    <div className="page-narrow pb-24">
      <PageHeader title="Is this your address?" />
      <div className="max-w-sm">
        <VerifyForm handle={me?.handle ?? null} />
      </div>
    </div>
  )
}
