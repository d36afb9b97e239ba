import type { Metadata } from 'next'
import { FinishForm } from '@/app/(auth)/register/finish/finish-form'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Finish registering' }

export default function FinishRegistrationPage() {
  return (
    <div className="page-narrow pb-24">
      <PageHeader title="Finish registering" />
      <div className="max-w-sm">
        <FinishForm />
      </div>
    </div>
  )
}
