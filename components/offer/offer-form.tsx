'use client'

import { type FormEventHandler, type ReactNode, useDeferredValue } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Counter } from '@/components/form/counter'
import { MarkdownField } from '@/components/form/markdown-field'
import { NeedsScript } from '@/components/form/needs-script'
import type { ServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Credits } from '@/components/money/credits'
import { LicenceField } from '@/components/offer/licence-field'
import { type OfferDraft, type OfferParts, offerErrors, priceOf } from '@/components/offer/offer-draft'
import { OfferPreview } from '@/components/offer/offer-preview'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { PRIVATE_CHARS_MAX, TEASER_CHARS_MAX } from '@/server/contract/market'
import { exactCredits } from '@/server/shared/money'
import type { Licence } from '@/server/words/licence'
import { type SaleTerms, saleTermsInWords } from '@/server/words/sale-terms'

export type OfferFormHandle = UseFormReturn<OfferDraft, unknown, OfferParts>

export type OfferFormProps = {
  form: OfferFormHandle
  /** What is asked, for the preview of what the inspector sees. */
  question: string
  askerName: string
  /** What is left of the question's budget. */
  leftMicros: bigint
  /** What posting it takes as a bond; 0 where there is none, or where it is laid down already. */
  bondMicros?: bigint
  /** What the seller gets of a price here, and when. */
  terms: SaleTerms
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Above the fields. */
  note?: ReactNode
  /** The buttons. */
  submit: ReactNode
  /** Under the preview. */
  beside?: ReactNode
}

/** The three fields of an offer, each with who will see it, and beside them how it will look. */
export function OfferForm({
  form,
  question,
  askerName,
  leftMicros,
  bondMicros = 0n,
  terms,
  onSubmit,
  note,
  submit,
  beside,
}: OfferFormProps) {
  const [teaser, privateInfo, price, licence] = useWatch({
    control: form.control,
    name: ['teaser', 'privateInfo', 'price', 'licence'],
  })
  // The preview may come a moment after the letter, so that a long text is typed as fluently as a short one.
  const shownTeaser = useDeferredValue(teaser)
  const shownPrivateInfo = useDeferredValue(privateInfo)
  const isLive = useIsLive()
  const errors = form.formState.errors
  return (
    <>
      <NeedsScript doing="Making an offer" />
      <form
        noValidate
        inert={!isLive}
        onSubmit={onSubmit}
        className="grid grid-cols-1 gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <div className="space-y-6">
          {note}
          <Field
            label="Teaser"
            required
            hint="What you know and why it helps, without giving it away."
            audience="Everyone sees this once you post."
            error={errors.teaser?.message}
            counter={<Counter length={teaser.length} max={TEASER_CHARS_MAX} />}
          >
            <Textarea {...form.register('teaser')} reading rows={2} className="min-h-18" />
          </Field>
          <MarkdownField
            label="Full text"
            required
            hint="What you sell. Say how you know it: the agent weighs that. Markdown works."
            audience={readersInWords(askerName, licence)}
            error={errors.privateInfo?.message}
            counter={<Counter length={privateInfo.length} max={PRIVATE_CHARS_MAX} />}
            markdown={privateInfo}
            textarea={form.register('privateInfo')}
          />
          <PriceField form={form} price={price} leftMicros={leftMicros} terms={terms} />
          <Controller
            control={form.control}
            name="licence"
            render={({ field }) => (
              <LicenceField
                label={`What may ${askerName} do with it?`}
                value={field.value}
                onValueChange={field.onChange}
                resale={form.register('resale')}
                error={errors.resale?.message}
              />
            )}
          />
          {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
          <div className="space-y-3 border-line border-t pt-5">
            <p className="measure text-sm">
              You can change or withdraw it until an agent has read it; from then on it is frozen. You are
              paid only if it is bought.
            </p>
            {bondMicros > 0n ? (
              <p className="measure text-sm">
                Posting it takes a bond of <Credits micros={bondMicros} exact /> from your wallet. It returns
                when the question ends, bought or not, unless an agent judged the offer to be off the subject
                or its teaser to mislead.
              </p>
            ) : null}
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{submit}</div>
          </div>
        </div>
        <aside aria-label="Preview" className="min-w-0">
          <div className="space-y-4 lg:sticky lg:top-20">
            <OfferPreview
              question={question}
              teaser={shownTeaser}
              privateInfo={shownPrivateInfo}
              priceMicros={priceOf(price)}
            />
            {beside}
          </div>
        </aside>
      </form>
    </>
  )
}

/** Who comes to read the full text; the rest is for the seller to choose. */
export function readersInWords(askerName: string, licence: Licence): string {
  const others: Readonly<Record<Licence, string>> = {
    asker: 'Nobody else, unless you let it be quoted later.',
    quotable: `Everybody, if ${askerName} then publishes the answer.`,
    resale: `If ${askerName} publishes the answer and agrees, whoever pays your price for a resale.`,
  }
  return `The agent, while it reads. ${askerName}, only after paying. ${others[licence]}`
}

function PriceField({
  form,
  price,
  leftMicros,
  terms,
}: {
  form: OfferFormHandle
  price: string
  leftMicros: bigint
  terms: SaleTerms
}) {
  const priceMicros = priceOf(price)
  const isTooMuch = priceMicros !== null && priceMicros > leftMicros
  return (
    <Field
      label="Price"
      required
      className="max-w-sm"
      audience="Everyone sees this once you post."
      counter={
        <>
          <Credits micros={leftMicros} exact /> left of the budget
        </>
      }
      error={
        form.formState.errors.price?.message ??
        (isTooMuch ? `Above the ${exactCredits(leftMicros)} credits that are left.` : undefined)
      }
    >
      <Input
        {...form.register('price')}
        inputMode="decimal"
        suffix="credits"
        autoComplete="off"
        className="nums"
      />
      <p className="nums min-h-5.5 whitespace-normal text-muted text-sm" aria-live="polite">
        {isTooMuch ? null : saleTermsInWords(priceMicros, terms)}
      </p>
    </Field>
  )
}

/** Marks the fields a refusal is about and goes to the first. */
export function showRefusal(setError: OfferFormHandle['setError'], refusal: ServerError): void {
  offerErrors(refusal).forEach(({ place, message }, index) => {
    setError(place, { type: 'server', message }, { shouldFocus: index === 0 && place !== 'root' })
  })
}
