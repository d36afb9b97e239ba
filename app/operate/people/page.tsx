import type { Metadata } from 'next'
import Form from 'next/form'
import Link from 'next/link'
import { createLoader, createSerializer, parseAsString, type SearchParams } from 'nuqs/server'
import { OperateTabs, requireOperator } from '@/app/operate/operate-tabs'
import { serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

export const metadata: Metadata = { title: 'People', robots: { index: false } }

const peopleParams = { query: parseAsString.withDefault(''), cursor: parseAsString }
const loadParams = createLoader(peopleParams)
const peopleQuery = createSerializer(peopleParams)
const PATH = '/operate/people'

export default async function PeoplePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator(PATH)
  const { query, cursor } = await loadParams(searchParams)
  const { people, nextCursor } = await (await serverCaller()).operate.people({ query, cursor })
  return (
    <div className="page pb-24">
      <PageHeader title="People" lead="Roles, ways in, bots, keys, credits and suspensions of each." />
      <OperateTabs />
      <Form action={PATH} className="mt-8 flex max-w-xl flex-wrap items-end gap-3">
        <Field label="Part of the handle or name, or the whole e-mail" className="min-w-0 flex-1 basis-60">
          <Input name="query" type="search" defaultValue={query} />
        </Field>
        <Button type="submit">Search</Button>
      </Form>
      {people.length === 0 ? (
        <EmptyState title="Nobody by that name">Try a part of it.</EmptyState>
      ) : (
        <ul className="mt-6 divide-y divide-line border-line border-y" aria-label="People">
          {people.map((person) => (
            <li key={person.handle} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <Link href={`${PATH}/${person.handle}`} className="wrap-anywhere font-medium hover:underline">
                {person.name} <span className="font-normal text-muted text-sm">@{person.handle}</span>
              </Link>
              <span className="text-muted text-sm">
                {person.role === 'person' ? '' : `${person.role}, `}
                {person.isDemo ? 'demo person, ' : ''}
                joined <Ago at={person.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {nextCursor === null ? null : (
        <p className="pt-6 text-center">
          <Button asChild>
            <Link href={peopleQuery(PATH, { query, cursor: nextCursor })}>More</Link>
          </Button>
        </p>
      )}
    </div>
  )
}
