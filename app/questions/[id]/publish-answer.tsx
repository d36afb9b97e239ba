'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { Answer } from '@/components/answer/answer'
import { KeptSources, remainsInWords, withheldInWords } from '@/components/answer/kept-sources'
import { readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/choice'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNote, Note, Spinner } from '@/components/ui/feedback'
import { toast } from '@/components/ui/toast'
import type { ContextView } from '@/server/contract/market-view'
import type { KeptSource } from '@/server/contract/quoting'
import type { AnswerView, PublicationPreview, PublicationView, TreeView } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'
import { RESALE_CHOICE } from '@/server/words/licence'

/** What the page was drawn with; what came later is asked for. */
export type Publishing = { preview: PublicationPreview | null; kept: KeptSource[] }

export type PublishAnswerProps = {
  view: ContextView
  tree: Pick<TreeView, 'published'>
  answer: AnswerView
  isProvisional: boolean
  publishing: Publishing | null
}

/** Lets the asker publish the answer, see before what others will see, and take it back. */
export function PublishAnswer({ tree, ...props }: PublishAnswerProps) {
  const { view, answer } = props
  const { standing } = tree.published
  // An answer that rests on nothing holds counts only, and everybody may read it as it is.
  if (!view.isTreePublic || answer.citations.length === 0) return null
  if (standing === null) return <Offered {...props} />
  return <Standing {...props} standing={standing} />
}

/** What is published; a seller may have allowed more since. */
function Standing({
  view,
  answer,
  isProvisional,
  publishing,
  standing,
}: Omit<PublishAnswerProps, 'tree'> & { standing: PublicationView }) {
  const isOlder = standing.revision !== answer.revision
  const now = usePreview(view.id, publishing).data?.publication
  const mayShowMore = !isOlder && now !== undefined && now.withheld < standing.withheld
  return (
    <Note title={isOlder ? 'An earlier answer is published' : 'Published'}>
      <p>
        {isOlder
          ? `Everybody reads answer ${standing.revision}; this is answer ${answer.revision}.`
          : mayShowMore
            ? 'Its sellers allow more by now than is published.'
            : 'Everybody can read this answer, as far as its sellers allow.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isOlder || mayShowMore ? (
          <PublishDialog
            view={view}
            answer={answer}
            isProvisional={isProvisional}
            label="See what others would read now"
          />
        ) : null}
        <TakeBack view={view} />
      </div>
      {isOlder ? null : <Resold view={view} answer={answer} />}
      <Kept view={view} publishing={publishing} className="mt-4">
        {standing.withheld > 0 ? withheldInWords(standing.withheld) : null}
      </Kept>
    </Note>
  )
}

/** What the asker is asked: also once it is published. */
function ResaleBox(props: Pick<ComponentProps<typeof Checkbox>, 'checked' | 'disabled' | 'onChange'>) {
  return <Checkbox {...props} {...RESALE_CHOICE} />
}

/** Of what is published: whether others may buy it, to be changed at any time. */
function Resold({ view, answer }: Pick<PublishAnswerProps, 'view' | 'answer'>) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const isLive = useIsLive()
  const preview = usePreview(view.id)
  const publish = useMutation(trpc.inspection.publish.mutationOptions())
  const seen = preview.data
  // Published with nothing to read, it is taken back, not closed.
  if (!seen || seen.resold.length === 0 || seen.isBare) return null

  async function onChange(isResaleAgreed: boolean) {
    try {
      await publish.mutateAsync({ rootId: view.id, revision: answer.revision, isResaleAgreed })
      toast.success(isResaleAgreed ? 'Others may buy it now.' : 'Nobody else can buy it any more.')
    } catch (error) {
      toast.error(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <div className="mt-4" inert={!isLive}>
      <ResaleBox
        checked={seen.isResaleAgreed}
        disabled={publish.isPending}
        onChange={(event) => void onChange(event.target.checked)}
      />
    </div>
  )
}

const SEE_LABEL = 'See what others would read'

/** Where the sellers let nothing of it be read, publishing is not offered, and why is said. */
function Offered({ view, answer, isProvisional, publishing }: Omit<PublishAnswerProps, 'tree'>) {
  const preview = usePreview(view.id, publishing)
  if (preview.data === null)
    return (
      <Note title="Its words are for you alone">
        <p>
          No seller of what it rests on lets it be quoted or sold on, so there is nothing to publish. Whoever
          may watch sees what was bought and what is recommended, and none of these words.
        </p>
        <Kept view={view} publishing={publishing} className="mt-3" />
      </Note>
    )
  return (
    <Note title="Let others read it?">
      <p>
        Others see that you were answered, not what. You can publish the answer as far as its sellers allow,
        and take it back whenever you want.
      </p>
      <div className="mt-3">
        {preview.isPending ? (
          // What could not be done is not offered first, and its place is kept.
          <Button size="sm" disabled>
            {SEE_LABEL}
          </Button>
        ) : (
          <PublishDialog view={view} answer={answer} isProvisional={isProvisional} label={SEE_LABEL} />
        )}
      </div>
      <Kept view={view} publishing={publishing} className="mt-4">
        {preview.data ? remainsInWords(preview.data) : null}
      </Kept>
    </Note>
  )
}

/** Which sources their sellers keep for the asker, what then remains of the answer, and the way to ask for more. */
function Kept({
  view,
  publishing,
  className,
  children,
}: Pick<PublishAnswerProps, 'view' | 'publishing'> & {
  className: string
  /** What remains of the answer with them. */
  children?: ReactNode
}) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const kept = useQuery({
    ...trpc.inspection.kept.queryOptions({ rootId: view.id }),
    initialData: publishing?.kept,
    retry: false,
  }).data
  const ask = useMutation(
    trpc.inspection.askToQuote.mutationOptions({
      onSuccess: ({ asked }) =>
        toast.success(`${counted(asked, 'seller')} asked. You hear of it in your inbox.`),
      onError: (error) => toast.error(readServerError(error).message),
      onSettled: () => client.invalidateQueries(trpc.inspection.kept.queryFilter({ rootId: view.id })),
    }),
  )
  if (!kept || kept.length === 0) return null
  return (
    <KeptSources
      kept={kept}
      remains={children}
      isAsking={ask.isPending}
      onAsk={() => ask.mutate({ rootId: view.id })}
      className={className}
    />
  )
}

/** What others would read, as the server would publish it now. */
function usePreview(rootId: string, publishing: Publishing | null = null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.inspection.previewPublication.queryOptions({ rootId }),
    initialData: publishing?.preview,
    retry: false,
  })
}

function PublishDialog({
  view,
  answer,
  isProvisional,
  label,
}: Pick<PublishAnswerProps, 'view' | 'answer' | 'isProvisional'> & { label: string }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const [isOpen, setIsOpen] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [choice, setChoice] = useState<boolean | null>(null)
  const preview = usePreview(view.id)
  const publish = useMutation(trpc.inspection.publish.mutationOptions())
  const seen = preview.data
  const isResaleAgreed = choice ?? seen?.isResaleAgreed ?? false

  async function onPublish() {
    setFault(null)
    try {
      await publish.mutateAsync({ rootId: view.id, revision: answer.revision, isResaleAgreed })
      setIsOpen(false)
      toast.success('The answer is published.')
    } catch (error) {
      setFault(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button size="sm">{label}</Button>}
      title="What others will read"
      description="Exactly this. Nothing is published before you say so."
      size="lg"
      footer={
        <>
          {fault ? <ErrorNote className="basis-full">{fault}</ErrorNote> : null}
          <Button variant="quiet" onClick={() => setIsOpen(false)}>
            Keep it to myself
          </Button>
          <Button
            variant="primary"
            disabled={!seen || (seen.isBare && !isResaleAgreed)}
            pending={publish.isPending}
            onClick={onPublish}
          >
            Publish it
          </Button>
        </>
      }
    >
      {seen ? (
        <div className="space-y-4">
          <p className="display text-xl">{view.title}</p>
          <Answer
            answer={seen.answer}
            publication={seen.publication}
            headingId="answer-preview"
            decision={view.decision}
            isProvisional={isProvisional}
            hrefOf={(offerId) => `/questions/${view.id}?tab=inspection&node=${offerId}#inspection`}
            sourceOf={(offerId) => seen.offers.find(({ id }) => id === offerId) ?? null}
            answeredOf={() => null}
            forSale={isResaleAgreed ? seen.resold : []}
          />
          {seen.resold.length > 0 ? (
            <div className="space-y-2 border-line border-t pt-4">
              <ResaleBox checked={isResaleAgreed} onChange={(event) => setChoice(event.target.checked)} />
              {seen.isBare ? (
                <p className="text-muted text-sm">
                  No seller lets it be quoted: others see what was bought, and can read it only by buying it.
                  So it is published with this, or not at all.
                </p>
              ) : null}
            </div>
          ) : null}
        </div>
      ) : preview.error ? (
        <ErrorNote>{readServerError(preview.error).message}</ErrorNote>
      ) : (
        <Spinner label="What others will read is being put together." />
      )}
    </Dialog>
  )
}

function TakeBack({ view }: { view: ContextView }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const takeBack = useMutation(trpc.inspection.takeBack.mutationOptions())

  async function onConfirm() {
    try {
      await takeBack.mutateAsync({ rootId: view.id })
      toast.success('The answer is yours alone again.')
    } catch (error) {
      toast.error(readServerError(error).message)
    }
    await refresh()
  }

  return (
    <AlertDialog
      trigger={
        <Button size="sm" variant="quiet" pending={takeBack.isPending}>
          Take it back
        </Button>
      }
      title="Take the published answer back?"
      description="Nobody else reads it here any more, and what it quoted is closed again. Who has read it has read it. You can publish it again."
      confirmLabel="Take it back"
      cancelLabel="Leave it published"
      onConfirm={onConfirm}
    />
  )
}
