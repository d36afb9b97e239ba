import type { Metadata } from 'next'
import { OperateTabs, requireOperator } from '@/app/operate/operate-tabs'
import { SettingForms } from '@/app/operate/settings/setting-forms'
import { serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'

export const metadata: Metadata = { title: 'Settings of the market', robots: { index: false } }

export default async function MarketSettingsPage() {
  await requireOperator('/operate/settings')
  const settings = await (await serverCaller()).operate.settings()
  return (
    <div className="page pb-24">
      <PageHeader
        title="Settings of the market"
        lead="Each holds at once, in every process; what is not set here is as the environment has it. Ceilings in dollars, prices of models, what posting lays down and how long earnings wait are the environment’s alone."
      />
      <OperateTabs />
      <div className="mt-8">
        <SettingForms settings={settings} />
      </div>
    </div>
  )
}
