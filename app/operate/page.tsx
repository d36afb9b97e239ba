import type { Metadata } from 'next'
import { OperateTabs, requireOperator } from '@/app/operate/operate-tabs'
import { StopForms } from '@/app/operate/stop-forms'
import { serverCaller } from '@/app/server'
import { Credits } from '@/components/money/credits'
import { PageHeader } from '@/components/shell/page-header'
import { Ago } from '@/components/time/time'
import { Note } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import { Table, TBody, TD, TH, THead, TR } from '@/components/ui/table'
import type { Dashboard } from '@/server/contract/operate'

export const metadata: Metadata = { title: 'Dashboard', robots: { index: false } }

export default async function DashboardPage() {
  await requireOperator('/operate')
  const board = await (await serverCaller()).operate.dashboard()
  return (
    <div className="page pb-24">
      <PageHeader title="Running the market" lead={`Caveat ${board.version}, ${board.model}.`} />
      <OperateTabs />
      <div className="mt-8 space-y-12">
        <Health board={board} />
        <Section id="stops" title="Stop switches">
          <p className="measure mb-5 text-muted">
            What is under way ends, nothing further begins, nothing is lost, and it goes on afterwards. Your
            reason is read by everybody, on every page.
          </p>
          <StopForms stopped={board.stopped} />
        </Section>
        <Section id="queues" title="Queues">
          <Table label="What waits">
            <THead>
              <TR>
                <TH>What</TH>
                <TH numeric>Waiting</TH>
                <TH>The oldest is due since</TH>
              </TR>
            </THead>
            <TBody>
              {board.queues.map(({ name, waiting, oldestAt }) => (
                <TR key={name}>
                  <TD>{name}</TD>
                  <TD numeric>{waiting}</TD>
                  <TD>{oldestAt === null ? 'Nothing' : <Ago at={oldestAt} />}</TD>
                </TR>
              ))}
            </TBody>
          </Table>
        </Section>
        <Section id="spend" title="Model, by day">
          {board.modelDays.length === 0 ? (
            <p className="text-muted">No model of the market’s was called yet.</p>
          ) : (
            <Table label="What the model was used for">
              <THead>
                <TR>
                  <TH>Day (UTC)</TH>
                  <TH numeric>Tokens</TH>
                  <TH numeric>Dollars</TH>
                </TR>
              </THead>
              <TBody>
                {board.modelDays.map(({ day, tokens, microUsd }) => (
                  <TR key={day}>
                    <TD>{day}</TD>
                    <TD numeric>{tokens.toLocaleString('en')}</TD>
                    <TD numeric>{(Number(microUsd) / MICRO_USD).toFixed(2)}</TD>
                  </TR>
                ))}
              </TBody>
            </Table>
          )}
        </Section>
        <Section id="growth" title="Growth">
          <Table label="What came each day">
            <THead>
              <TR>
                <TH>Day (UTC)</TH>
                <TH numeric>People</TH>
                <TH numeric>Questions</TH>
                <TH numeric>Offers</TH>
                <TH numeric>Purchases</TH>
              </TR>
            </THead>
            <TBody>
              {board.growth.map(({ day, people, questions, offers, purchases }) => (
                <TR key={day}>
                  <TD>{day}</TD>
                  <TD numeric>{people}</TD>
                  <TD numeric>{questions}</TD>
                  <TD numeric>{offers}</TD>
                  <TD numeric>{purchases}</TD>
                </TR>
              ))}
            </TBody>
          </Table>
        </Section>
      </div>
    </div>
  )
}

const MICRO_USD = 1_000_000

function Health({ board }: { board: Dashboard }) {
  const { books, status, hasWorker, database, upSince, moderationWaiting } = board
  const isBalanced = books.issuedMicros === books.heldMicros + books.feesMicros
  return (
    <section aria-labelledby="health" className="space-y-3">
      <h2 id="health" className="display text-xl">
        Health
      </h2>
      <p>
        {status === 'ok' ? 'All is well.' : 'Something is wrong.'} {database} This process is up since{' '}
        <Ago at={upSince} /> and {hasWorker ? 'works off what is due.' : 'leaves what is due to a worker.'}{' '}
        {moderationWaiting === 0
          ? 'Nothing waits for a moderator.'
          : `${moderationWaiting} flagged wait for a moderator.`}
      </p>
      {books.isOk && isBalanced && books.frozenAccounts.length === 0 ? (
        <p>
          The books add up: <Credits micros={books.issuedMicros} exact /> were given,{' '}
          <Credits micros={books.heldMicros} exact /> are in accounts,{' '}
          <Credits micros={books.feesMicros} exact /> are the market’s fees.
        </p>
      ) : (
        <Note tone="warn" title="The books need you">
          Given <Credits micros={books.issuedMicros} exact />, in accounts{' '}
          <Credits micros={books.heldMicros} exact />, fees <Credits micros={books.feesMicros} exact />.
          Frozen: {books.frozenAccounts.join(', ') || 'no account'}. Run npm run verify: it says what to do.
        </Note>
      )}
    </section>
  )
}
