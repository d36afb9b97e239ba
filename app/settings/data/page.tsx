import type { Metadata } from 'next'
import { requireMe, serverCaller } from '@/app/server'
import { DeleteForm } from '@/app/settings/data/delete-form'
import { asksProof } from '@/components/form/asks-proof'
import { ProofField } from '@/components/form/proof-field'
import { Credits } from '@/components/money/credits'
import { Breadcrumb, PageHeader } from '@/components/shell/page-header'
import { Until } from '@/components/time/time'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note } from '@/components/ui/feedback'
import { Section } from '@/components/ui/section'
import type { Deletion, Hindrance } from '@/server/contract/own-data'
import { ERRORS, type ErrorCode } from '@/server/errors'
import { counted } from '@/server/words/amounts'

export const metadata: Metadata = { title: 'Your account', robots: { index: false } }

type OwnDataPageProps = { searchParams: Promise<{ refused?: string | string[] }> }

/** Everything of one's own as a file; and deleting the account: what goes, what stays and what it waits for, before anything happens. */
export default async function OwnDataPage({ searchParams }: OwnDataPageProps) {
  const [{ refused }, me, api] = await Promise.all([
    searchParams,
    requireMe('/settings/data'),
    serverCaller(),
  ])
  const refusal = isErrorCode(refused) ? ERRORS[refused].sentence : null
  const [deletion, account] = await Promise.all([api.account.deletion(), api.account.view()])
  const { goes, stays, waitsFor } = deletion
  const asksPassword = asksProof(account)
  return (
    <div className="page-narrow pb-24">
      <PageHeader
        eyebrow={<Breadcrumb items={[{ label: 'Settings', href: '/settings' }, { label: 'Your account' }]} />}
        title="Your account"
        lead="Take what is yours with you; or leave for good."
      />
      <div className="space-y-10">
        <Section id="download" title="Download what is yours">
          <p className="measure mb-4 text-muted">
            One JSON file: profile, questions with answers, what you bought, your offers with their private
            texts, bots with what they know, wallet, notices, complaints, flags, settings and log. Of keys and
            secrets it says only that they are there.
          </p>
          {refusal === null ? null : <ErrorNote className="mb-4 max-w-xl">{refusal}</ErrorNote>}
          <form method="post" action="/api/own-data" className="max-w-xl space-y-4">
            {asksPassword ? <ProofField name="password" required /> : null}
            <Button type="submit">Download</Button>
          </form>
        </Section>
        <section aria-labelledby="leave" className="border-line border-t pt-8">
          <h2 id="leave" className="display mb-2 text-2xl">
            Delete your account
          </h2>
          <p className="measure text-muted">
            For good: nobody can bring it back, and nobody gets your handle again.
          </p>
        </section>
        <Section id="goes" title="What goes">
          <ul className="measure list-disc space-y-1.5 pl-5">
            <li>
              Your name, description, e-mail, password, passkeys and logins. Everything of yours that stays is
              called “a deleted account”.
            </li>
            <li>
              {counted(goes.unboughtOffers, 'text')} that nobody bought: destroyed with{' '}
              {goes.unboughtOffers === 1 ? 'its key' : 'their keys'}, and not to be opened by anybody again.
            </li>
            <li>
              {counted(goes.bots, 'bot')} with all they know, {counted(goes.documents, 'document')},{' '}
              {counted(goes.keys, 'key')}, your webhooks, alerts, notices, mutes and inbox.
            </li>
            <li>
              <Credits micros={goes.availableMicros} exact /> that you could spend: they stay in the books,
              where nobody can spend them.
            </li>
          </ul>
        </Section>
        <Section id="stays" title="What stays">
          <ul className="measure list-disc space-y-1.5 pl-5">
            <li>
              {counted(stays.soldOffers, 'text')} of yours that others bought: they are their buyers’, as they
              were sold.
            </li>
            <li>
              {counted(stays.questions, 'question')} of yours with their answers, and the teasers of your
              offers, for those who could read them. Take published answers back first if you want them gone.
            </li>
            <li>
              Payments, and the log of what was done: ids, amounts and times, no words of yours. Backups of
              whoever runs this market keep the rest until they are replaced; what is destroyed stays
              destroyed there too.
            </li>
          </ul>
        </Section>
        <Section id="delete" title={waitsFor.length === 0 ? 'Delete it' : 'What it waits for'}>
          {waitsFor.length === 0 ? (
            <DeleteForm handle={me.handle} asksPassword={asksPassword} />
          ) : (
            <Note tone="warn" title="Not yet.">
              <ul className="mt-1 space-y-1.5">
                {waitsFor.map((one) => (
                  <Waiting key={one.what} {...one} />
                ))}
              </ul>
            </Note>
          )}
        </Section>
      </div>
    </div>
  )
}

const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value)

const WAITING: Readonly<Record<Hindrance, (count: number) => string>> = {
  'last-operator': () => 'Nobody else runs this market: make somebody else an operator first.',
  demo: () => 'You look round as a demo person: there is no account to delete. Signing out is for good.',
  'open-questions': (count) =>
    `${counted(count, 'question')} of yours ${count === 1 ? 'is' : 'are'} open. End each on its page and get the rest back, or wait.`,
  'read-offers': (count) =>
    `An agent has read ${counted(count, 'offer')} of yours and may still buy. Pause your bots, and wait.`,
  'pending-earnings': (count) =>
    `What ${counted(count, 'sale')} brought you is pending, and the buyer may complain. Wait until it is yours.`,
  'open-games': (count) =>
    `You have a part in ${counted(count, 'game')} that ${count === 1 ? 'has' : 'have'} not ended. Call off what has not begun, pass, or wait.`,
  'open-complaints': (count) =>
    `${counted(count, 'complaint')} of yours ${count === 1 ? 'is' : 'are'} not decided yet. Wait for that.`,
}

function Waiting({ what, count, until }: Deletion['waitsFor'][number]) {
  return (
    <li>
      {WAITING[what](count)}
      {until === null ? null : (
        <>
          {' '}
          <Until at={until} verb="The last ends" past="The last ends now" />.
        </>
      )}
    </li>
  )
}
