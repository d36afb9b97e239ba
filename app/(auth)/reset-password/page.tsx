import type { Metadata } from 'next'
import { ResetForm } from '@/app/(auth)/reset-password/reset-form'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'A new password' }

export default function ResetPasswordPage() {
  return (
    <div className="page-narrow pb-24">
      <PageHeader title="A new password" />
      <div className="max-w-sm">
        <ResetForm />
      </div>
    </div>
  )
}
