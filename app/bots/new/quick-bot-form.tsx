'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { keepNewSecret } from '@/app/bots/[id]/new-secret'
import { sendFile } from '@/app/bots/[id]/use-uploads'
import { useTRPC } from '@/app/trpc'
import { CorpusDrop } from '@/components/bots/corpus-drop'
import { refusalOf } from '@/components/bots/corpus-words'
import { type Pasted, pastedDocuments, quickBotOf, suggestedTitle } from '@/components/bots/quick-bot'
import { rememberedLicence, rememberLicence, type UsualLicence } from '@/components/bots/quick-licence'
import { NeedsScript } from '@/components/form/needs-script'
import { useRequestKey } from '@/components/form/request-key'
import { messagesOf, readServerError, type ServerError } from '@/components/form/server-error'
import { useLeaveGuard } from '@/components/form/use-draft'
import { useIsLive } from '@/components/form/use-is-live'
import { LicenceField } from '@/components/offer/licence-field'
import { licenceTerms } from '@/components/offer/offer-draft'
import { Chip } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { BOT_NAME_CHARS_MAX } from '@/server/contract/bots'
import { passageTeaser } from '@/server/contract/passage-teaser'
import { parseCredits } from '@/server/shared/money'
import { saleTermsInWords } from '@/server/words/sale-terms'

/** What a passage that answers a question goes for in the demo market. */
const USUAL_PRICE = '1.00'

/** A bot in one field: a text, files or an address, and it sells. Everything else is as usual, and can be changed on its page. */
export function QuickBotForm({ handle }: { handle: string }) {
  const isReady = useIsLive()
  const trpc = useTRPC()
  const router = useRouter()
  const queryClient = useQueryClient()
  const request = useRequestKey()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [title, setTitle] = useState('')
  const [price, setPrice] = useState(USUAL_PRICE)
  const [terms, setTerms] = useState<UsualLicence>({ licence: 'asker', resale: '' })
  useEffect(() => {
    const usual = rememberedLicence(handle)
    if (usual) setTerms(usual)
  }, [handle])
  const [faults, setFaults] = useState<Faults>({})
  const [isSending, setIsSending] = useState(false)
  const create = useMutation(trpc.bots.create.mutationOptions())
  useLeaveGuard(isSending)
  const amount = parseCredits(price)
  let resaleFault: string | undefined
  const licence = licenceTerms(terms, (message) => {
    resaleFault = message
  })
  const bot = quickBotOf({ text, files, title, priceMicros: amount.ok ? amount.micros : 1n, licence })
  const pasted = pastedDocuments({ text, files })
  const saleTerms = useQuery(trpc.market.terms.queryOptions()).data

  function add(added: readonly File[]) {
    const refused = added.flatMap((file) => {
      const why = refusalOf(file)
      return why === null ? [] : [`${file.name}: ${why}`]
    })
    setFaults({ ...faults, text: refused.length > 0 ? refused.join(' ') : undefined })
    setFiles([...files, ...added.filter((file) => refusalOf(file) === null)])
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      text: bot === null ? 'Paste a text or an address, or choose a file.' : undefined,
      price: amount.ok ? undefined : amount.message,
      resale: resaleFault,
    }
    setFaults(wrong)
    if (bot === null || !amount.ok || resaleFault) return
    setIsSending(true)
    try {
      const { botId, secret } = await create.mutateAsync({ bot, isLive: true, requestKey: request.key })
      keepNewSecret(queryClient, botId, secret)
      rememberLicence(handle, terms)
      const documents = bot.kind === 'corpus' ? [...files, ...pasted.map(asFile)] : []
      // One after another: a market on one machine reads them in that order anyway.
      for (const file of documents) {
        const refused = await sendFile(botId, file, () => {})
        if (refused) toast.error(`${file.name}: ${refused.message}`)
      }
      await queryClient.invalidateQueries(trpc.bots.list.queryFilter())
      toast.success(`${bot.name} is at work.`)
      router.push(`/bots/${botId}?tab=${bot.kind === 'corpus' ? 'documents' : 'deliveries'}`)
      router.refresh()
    } catch (error) {
      setFaults(placed(readServerError(error)))
      setIsSending(false)
    }
  }

  return (
    <>
      <NeedsScript doing="Making a bot" />
      <form noValidate inert={!isReady} onSubmit={onSubmit} className="max-w-2xl space-y-6">
        <Field
          label="What does it know?"
          hint="Paste a text, choose files, or give the address of your own server."
          audience="The agent, while it reads. Whoever buys a passage, after paying. Of an address: you."
          error={faults.text}
          required
        >
          <Textarea reading rows={6} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <CorpusDrop onFiles={add} />
        {files.length > 0 ? (
          <ul aria-label="Files to sell from" className="flex flex-wrap gap-1.5">
            {files.map((file) => (
              <li key={`${file.name} ${file.size} ${file.lastModified}`} className="max-w-full">
                <Chip
                  className="max-w-full text-ink"
                  onRemove={() => setFiles(files.filter((other) => other !== file))}
                  removeLabel={`Take ${file.name} out`}
                >
                  <FileText aria-hidden className="size-3 shrink-0" />
                  <span className="truncate">{file.name}</span>
                </Chip>
              </li>
            ))}
          </ul>
        ) : null}
        <Field
          label="What is it about?"
          hint="Its name. Suggested from what you paste; say what would make somebody want it."
          audience={
            bot?.kind === 'corpus' ? (
              <>
                Everyone. Its offers read: <ExampleTeasers name={bot.name} pasted={pasted} />
              </>
            ) : (
              'Everyone.'
            )
          }
          error={faults.title}
        >
          <Input
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            placeholder={bot === null ? undefined : suggestedTitle({ text, files })}
            maxLength={BOT_NAME_CHARS_MAX}
            autoComplete="off"
          />
        </Field>
        <Field
          label={bot?.kind === 'webhook' ? 'Price of an answer' : 'Price of a passage'}
          hint="Questions with a smaller budget are left out."
          error={faults.price}
          className="max-w-md"
          required
        >
          <Input
            value={price}
            onChange={(event) => setPrice(event.target.value)}
            inputMode="decimal"
            suffix="credits"
            autoComplete="off"
            className="nums"
          />
          <p className="min-h-5.5 text-muted text-sm" aria-live="polite">
            {saleTerms ? saleTermsInWords(amount.ok ? amount.micros : null, saleTerms) : null}
          </p>
        </Field>
        <LicenceField
          label="What may a buyer do with it?"
          value={terms.licence}
          onValueChange={(chosen) => setTerms({ ...terms, licence: chosen })}
          resale={{
            value: terms.resale,
            onChange: (event) => setTerms({ ...terms, resale: event.target.value }),
          }}
          error={faults.resale}
        />
        {faults.root ? <ErrorNote>{faults.root}</ErrorNote> : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={isSending}
            pendingLabel="Putting it to work…"
          >
            Let it sell
          </Button>
          <p aria-live="polite" className="text-muted text-sm">
            {bot === null
              ? 'It answers from now on, and you can pause it at any time.'
              : bot.kind === 'webhook'
                ? `“${bot.name}” asks your server about every question that its price fits.`
                : `“${bot.name}” sells passages to the questions that they answer.`}
          </p>
        </div>
      </form>
    </>
  )
}

/** A passage of a middling length. */
const EXAMPLE_WORDS = 45

/** As many as tell how the others read. */
const TEASERS_SHOWN_MAX = 3

/** What everybody sees of its passages; those of several subjects are named by their own. */
function ExampleTeasers({ name, pasted }: { name: string; pasted: readonly Pasted[] }) {
  const titles = pasted.length > 1 ? pasted.slice(0, TEASERS_SHOWN_MAX).map(({ title }) => title) : [null]
  return titles.map((title, place) => (
    <span key={title}>
      {place === 0 ? '' : ' '}
      <span className="font-serif">“{passageTeaser({ words: EXAMPLE_WORDS, title, name, about: '' })}”</span>
    </span>
  ))
}

const asFile = ({ file, text }: Pasted) => new File([text], file, { type: 'text/markdown' })

type Faults = { text?: string; title?: string; price?: string; resale?: string; root?: string }

/** What the server says of a field stands at it, all else below. */
function placed(error: ServerError): Faults {
  const said = messagesOf(error)
  const of = (field: string) => said.find((one) => one.field === field)?.message
  const at = {
    text: of('bot.url'),
    title: of('bot.name'),
    price: of('bot.price.priceMicros'),
    resale: of('bot.licence.priceMicros'),
  }
  return Object.values(at).some(Boolean) ? at : { root: said[0]?.message ?? error.message }
}
