import type { Metadata } from 'next'
import Form from 'next/form'
import Link from 'next/link'
import { createLoader, createSerializer, type SearchParams } from 'nuqs/server'
import { logInput, logParams } from '@/app/operate/log/log-params'
import { OperateTabs, requireOperator } from '@/app/operate/operate-tabs'
import { serverCaller } from '@/app/server'
import { DAY_FORM } from '@/components/form/typed-moment'
import { AuditRows } from '@/components/people/audit-rows'
import { PageHeader } from '@/components/shell/page-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { ACTOR_KINDS } from '@/server/actors/actor'
import { AUDIT_KINDS } from '@/server/contract/audit'
import { KIND_WORDS } from '@/server/contract/audit-line'

export const metadata: Metadata = { title: 'Log of the market', robots: { index: false } }

const loadParams = createLoader(logParams)
const logQuery = createSerializer(logParams)
const PATH = '/operate/log'

export default async function MarketLogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator(PATH)
  const params = await loadParams(searchParams)
  const input = logInput(params)
  const { rows, nextCursor } = await (await serverCaller()).audit.all(input)
  const filters = { ...params, cursor: null }
  return (
    <div className="page pb-24">
      <PageHeader
        title="Log of the market"
        lead="Everything that somebody did to money, keys, settings or as a moderator. Nothing in it can be changed or removed."
      />
      <OperateTabs />
      <Form action={PATH} className="mt-8 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Kind">
          <Select name="kind" defaultValue={params.kind ?? ''}>
            <option value="">All</option>
            {AUDIT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KIND_WORDS[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Done by">
          <Select name="by" defaultValue={params.by ?? ''}>
            <option value="">Anybody</option>
            {ACTOR_KINDS.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </Select>
        </Field>
        <Field label="Concerning, by handle">
          <Input name="handle" defaultValue={params.handle ?? ''} autoComplete="off" />
        </Field>
        <Field label="About, by id">
          <Input name="subject" defaultValue={params.subject ?? ''} autoComplete="off" />
        </Field>
        <Field label="From (UTC)">
          <Input name="from" placeholder={DAY_FORM} autoComplete="off" defaultValue={input.from ?? ''} />
        </Field>
        <Field label="To (UTC)">
          <Input name="to" placeholder={DAY_FORM} autoComplete="off" defaultValue={input.to ?? ''} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Show these</Button>
          <Button asChild>
            <a href={logQuery('/api/audit.csv', filters)} download>
              As CSV
            </a>
          </Button>
        </div>
      </Form>
      <div className="mt-8">
        {rows.length === 0 ? (
          <EmptyState title="Nothing of that kind">Widen what you look for.</EmptyState>
        ) : (
          <AuditRows rows={rows} isOfEverybody />
        )}
      </div>
      {nextCursor === null ? null : (
        <p className="pt-6 text-center">
          <Button asChild>
            <Link href={logQuery(PATH, { ...filters, cursor: nextCursor })}>Older</Link>
          </Button>
        </p>
      )}
    </div>
  )
}
