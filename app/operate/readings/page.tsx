import type { Metadata } from 'next'
import Form from 'next/form'
import Link from 'next/link'
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server'
import { OperateTabs, requireOperator } from '@/app/operate/operate-tabs'
import { serverCaller } from '@/app/server'
import { PageHeader } from '@/components/shell/page-header'
import { Ago } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import { READINGS_SHOWN, type ReadingsPage } from '@/server/contract/operate'
import { idSchema } from '@/server/shared/text'
import { stepFailureInWords } from '@/server/words/failures'

export const metadata: Metadata = { title: 'Readings', robots: { index: false } }

const loadParams = createLoader({ question: parseAsString })
const PATH = '/operate/readings'
const STATE_WORDS: Record<ReadingsPage['readings'][number]['state'], string> = {
  claimed: 'Under way',
  waiting: 'To be tried again',
  done: 'Done',
  dropped: 'Dropped',
}

export default async function OperateReadingsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator(PATH)
  const { question } = await loadParams(searchParams)
  const wanted = question === null || question.trim() === '' ? null : question.trim()
  const { success } = idSchema().nullable().safeParse(wanted)
  const { readings, isCut } = success
    ? await (await serverCaller()).operate.readings({ questionId: wanted })
    : { readings: [], isCut: false }
  return (
    <div className="page pb-24">
      <PageHeader
        title="Readings"
        lead="What each reading by an agent took, exactly. Askers are told tokens and times in rough steps: exact ones tell something of the texts that were read."
      />
      <OperateTabs />
      <Form action={PATH} className="mt-8 flex max-w-xl flex-wrap items-end gap-3">
        <Field label="Question, by its id" className="min-w-0 flex-1 basis-60">
          <Input name="question" defaultValue={question ?? ''} autoComplete="off" />
        </Field>
        <Button type="submit">Show its readings</Button>
      </Form>
      <div className="mt-8">
        {readings.length > 0 ? (
          <Readings readings={readings} />
        ) : wanted === null ? (
          <EmptyState title="Nothing is being read">
            Readings under way stand here. Give the id of a question, the last part of its address, for those
            of its tree.
          </EmptyState>
        ) : (
          <EmptyState title="No readings of that question">
            The id is the last part of the address of a question at the top of its tree, such as bc_1a2b3c.
          </EmptyState>
        )}
        {isCut ? <p className="pt-4 text-muted text-sm">The newest {READINGS_SHOWN} are shown.</p> : null}
      </div>
    </div>
  )
}

function Readings({ readings }: Pick<ReadingsPage, 'readings'>) {
  return (
    <Table label="Readings, newest first">
      <THead>
        <TR>
          <TH>Begun</TH>
          <TH>Question</TH>
          <TH>Agent</TH>
          <TH>State</TH>
          <TH numeric>Calls</TH>
          <TH numeric>Tokens read</TH>
          <TH numeric>Tokens written</TH>
          <TH numeric>Milliseconds</TH>
          <TH numeric>Failed tries</TH>
        </TR>
      </THead>
      <TBody>
        {readings.map((one) => (
          <TR key={`${one.contextId} ${one.round}`}>
            <TD>
              <Ago at={one.createdAt} />
            </TD>
            <TD>
              <Link href={`/questions/${one.questionId}`} className="hover:underline">
                {one.contextId}
              </Link>
              , round {one.round + 1}
            </TD>
            <TD>
              {one.inspector}
              {one.promptVersion === '' ? null : (
                <span className="text-muted"> prompt {one.promptVersion}</span>
              )}
            </TD>
            <TD>
              {STATE_WORDS[one.state]}
              {one.failure === null ? null : (
                <span className="block text-muted">{stepFailureInWords(one.failure)}</span>
              )}
            </TD>
            <TD numeric>{one.calls}</TD>
            <TD numeric>{one.promptTokens}</TD>
            <TD numeric>{one.completionTokens}</TD>
            <TD numeric>{one.milliseconds ?? '–'}</TD>
            <TD numeric>{one.failures}</TD>
          </TR>
        ))}
      </TBody>
    </Table>
  )
}
