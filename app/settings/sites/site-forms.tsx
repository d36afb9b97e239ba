'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { threadHref } from '@/components/thread/thread-href'
import { Ago, Until } from '@/components/time/time'
import { Checkbox } from '@/components/ui/choice'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { type OwnSite, PROOF_META, PROOF_PATH, type SiteQuestion } from '@/server/contract/sites'
import { PROOF_FAILURE_WORDS, THEMES } from '@/server/words/sites'

export function AddSite() {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <PlainForm
      label="Name it"
      done="Named. Now put its line on the site."
      onSend={async ({ host = '' }) => {
        await client.sites.add.mutate({ host })
        router.refresh()
      }}
    >
      <Field
        label="Site"
        hint="Its name as it stands in the addresses of its pages, with or without “www.”."
        required
      >
        <Input name="host" inputMode="url" placeholder="news.example" autoComplete="off" required />
      </Field>
    </PlainForm>
  )
}

export type SiteRowProps = { site: OwnSite; questions: readonly SiteQuestion[] }

/** One site: how its proof stands, what is set there, and its questions. */
export function SiteRow({ site, questions }: SiteRowProps) {
  const { id, host, isProven, way, provenAt, validUntil, others } = site
  const client = useTRPCClient()
  const router = useRouter()
  const done = async (deed: Promise<unknown>) => {
    await deed
    router.refresh()
  }
  return (
    <li className="space-y-4 py-6">
      <h2 className="break-all font-medium text-lg">{host}</h2>
      {isProven && provenAt && validUntil ? (
        <Note tone="good" title="It is yours.">
          It says so {way === 'file' ? 'in its file' : 'on its first page'}, since <Ago at={provenAt} />. It
          is looked at every day; when it cannot be reached, the proof{' '}
          <Until at={validUntil} verb="ends" past="ends now" />.
          {others > 0 ? ' It names others too, who set the same things as you.' : null}
        </Note>
      ) : (
        <Unproven site={site} />
      )}
      <div className="flex flex-wrap gap-2">
        <PlainForm
          label={isProven ? 'Look at it now' : 'I have done it: look now'}
          variant={isProven ? 'secondary' : 'primary'}
          done=""
          className="shrink-0"
          onSend={() => done(client.sites.check.mutate({ id }))}
        />
        <PlainForm
          label="It is not mine any more"
          variant="danger"
          done=""
          className="shrink-0"
          onSend={() => done(client.sites.leave.mutate({ id }))}
        />
      </div>
      {isProven ? (
        <>
          <Choices site={site} />
          <Questions site={site} questions={questions} />
        </>
      ) : null}
    </li>
  )
}

function Unproven({ site: { host, token, checkedAt, failure } }: { site: OwnSite }) {
  const meta = `<meta name="${PROOF_META}" content="${token}">`
  return (
    <div className="measure space-y-3">
      {failure && checkedAt ? (
        <Note tone="warn" title="It does not say so yet.">
          Looked at <Ago at={checkedAt} />: {PROOF_FAILURE_WORDS[failure]}.
        </Note>
      ) : null}
      <p>Put this line into a file of the site, or the element into the head of its first page:</p>
      <p className="text-muted text-sm">
        <span className="break-all font-mono">
          https://{host}
          {PROOF_PATH}
        </span>
      </p>
      <Code text={token} />
      <p className="text-muted text-sm">
        or in <span className="font-mono">&lt;head&gt;</span> of{' '}
        <span className="break-all font-mono">https://{host}/</span>
      </p>
      <Code text={meta} />
    </div>
  )
}

const Code = ({ text }: { text: string }) => (
  <div className="flex flex-wrap items-center gap-2">
    <code className="min-w-0 break-all rounded-md border border-line bg-surface px-3 py-2 text-sm">
      {text}
    </code>
    <CopyButton text={text} size="sm" />
  </div>
)

const THEME_WORDS = { auto: 'As the reader has it', light: 'Light', dark: 'Dark' } as const
/** Where the market's own colour is left. */
const ANY_COLOUR = '#274392'

function Choices({ site: { id, accent, theme, moderatedSince } }: { site: OwnSite }) {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <Disclosure summary="How embedded threads look, and who chooses questions">
      <PlainForm
        key={`${accent} ${theme} ${moderatedSince?.getTime()}`}
        label="Save"
        done="Saved."
        onSend={async (fields) => {
          await client.sites.change.mutate({
            id,
            accent: fields.hasAccent === undefined ? null : (fields.accent ?? null),
            theme: THEMES.find((one) => one === fields.theme) ?? 'auto',
            isModerated: fields.isModerated !== undefined,
          })
          router.refresh()
        }}
      >
        <Field label="Light or dark" hint="Where the line of the embed itself does not say.">
          <Select name="theme" defaultValue={theme}>
            {THEMES.map((one) => (
              <option key={one} value={one}>
                {THEME_WORDS[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          name="hasAccent"
          defaultChecked={accent !== null}
          label="A colour of your own"
          hint="Of its button; the words on it are black or white, whichever is read better."
        />
        <Field label="Colour">
          <Input name="accent" type="color" defaultValue={accent ?? ANY_COLOUR} className="w-24 p-1" />
        </Field>
        <Checkbox
          name="isModerated"
          defaultChecked={moderatedSince !== null}
          label="New questions wait for your yes"
          hint="In threads that are embedded from this site’s pages. What was asked before stays unless you leave it out. Frames say that you choose, and lead to the market’s page, where all questions stand."
        />
      </PlainForm>
    </Disclosure>
  )
}

const STATE_WORDS = {
  shown: 'stands in embeds',
  waiting: 'waits for your yes',
  'left-out': 'left out of embeds',
} as const

function Questions({ site: { id, host, waiting }, questions }: SiteRowProps) {
  const client = useTRPCClient()
  const router = useRouter()
  if (questions.length === 0)
    return <p className="text-muted text-sm">Nobody has asked about a page of {host} yet.</p>
  const decide = async (questionId: string, isShown: boolean) => {
    await client.sites.decide.mutate({ id, questionId, isShown })
    router.refresh()
  }
  return (
    <section aria-label={`Questions about pages of ${host}`}>
      <h3 className="font-medium">
        Questions about its pages{waiting > 0 ? `: ${waiting === 1 ? 'one waits' : `${waiting} wait`}` : ''}
      </h3>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {questions.map(({ questionId, title, claim, address, askedAt, state }) => (
          <li key={`${questionId} ${address}`} className="space-y-2 py-3">
            <p className="font-serif">
              <Link href={`/questions/${questionId}`} className="hover:underline">
                {title}
              </Link>
            </p>
            {claim === '' || title.includes(claim) ? null : (
              <p className="text-muted text-sm">Claim: {claim}</p>
            )}
            <p className="flex flex-wrap gap-x-3 text-muted text-xs">
              <Link href={threadHref(address)} className="break-all hover:underline">
                {address.slice(`https://${host}`.length)}
              </Link>
              <Ago at={askedAt} />
              <span className={state === 'waiting' ? 'font-medium text-ink' : undefined}>
                {STATE_WORDS[state]}
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              {state === 'shown' ? null : (
                <PlainForm
                  label="Show it"
                  variant="secondary"
                  done=""
                  className="shrink-0"
                  onSend={() => decide(questionId, true)}
                />
              )}
              {state === 'left-out' ? null : (
                <PlainForm
                  label="Leave it out"
                  variant="quiet"
                  done=""
                  className="shrink-0"
                  onSend={() => decide(questionId, false)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
