'use client'

import { Controller, useWatch } from 'react-hook-form'
import { ruleOf } from '@/components/bots/bot-draft'
import { type BotFormHandle, Step } from '@/components/bots/bot-form-parts'
import { DEMAND_WORDS, PRICE_RULE_WORDS } from '@/components/bots/bot-words'
import { LicenceField } from '@/components/offer/licence-field'
import { RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { hasBounds } from '@/server/contract/bots'
import { parseCredits } from '@/server/shared/money'
import { type SaleTerms, saleTermsInWords } from '@/server/words/sale-terms'
import { type PriceRule, RULES_OF_KIND } from '@/server/words/sellers'

/** What the one amount of a rule is. */
const PRICE_LABELS = {
  fixed: { label: 'Price', hint: 'Asked each time. The bot skips questions whose budget is smaller.' },
  chosen: { label: 'Price where none is chosen', hint: 'Held within the bounds as well.' },
  'per-document': { label: 'Price of a passage', hint: 'For documents that have no price of their own.' },
  'per-length': { label: 'Price of a hundred words', hint: 'A passage is a paragraph or a few.' },
  'follows-demand': { label: 'Price to begin with', hint: DEMAND_WORDS },
} as const satisfies Record<PriceRule, { label: string; hint: string }>

/** How offers are priced: the rules that the kind can follow, and the amounts of the chosen one. */
export function PriceFields({
  form,
  terms,
}: {
  form: BotFormHandle
  /** What a seller gets of a price now, and when; null while that is not known. */
  terms: SaleTerms | null
}) {
  const [kind, chosen] = useWatch({ control: form.control, name: ['kind', 'rule'] })
  const rules = RULES_OF_KIND[kind]
  const rule = ruleOf({ kind, rule: chosen })
  return (
    <Step title="For how much">
      {rules.length > 1 ? (
        <Controller
          control={form.control}
          name="rule"
          render={({ field }) => (
            <RadioGroup
              aria-label="How its offers are priced"
              options={rules.map((value) => ({ value, ...PRICE_RULE_WORDS[value] }))}
              value={rule}
              onValueChange={field.onChange}
            />
          )}
        />
      ) : null}
      <div className="grid max-w-2xl items-start gap-5 sm:grid-cols-3">
        <Amount form={form} name="price" {...PRICE_LABELS[rule]} className="sm:col-span-2" />
        {hasBounds(rule) ? (
          <div className="grid gap-5 sm:col-span-3 sm:grid-cols-2">
            <Amount form={form} name="priceMin" label="Never below" />
            <Amount form={form} name="priceMax" label="Never above" />
          </div>
        ) : null}
      </div>
      {terms === null ? null : <YouGet form={form} terms={terms} isFixed={rule === 'fixed'} />}
      <Controller
        control={form.control}
        name="licence"
        render={({ field }) => (
          <LicenceField
            label="What may a buyer do with it?"
            value={field.value}
            onValueChange={field.onChange}
            resale={form.register('resale')}
            error={form.formState.errors.resale?.message}
          />
        )}
      />
    </Step>
  )
}

type AmountProps = {
  form: BotFormHandle
  name: 'price' | 'priceMin' | 'priceMax'
  label: string
  hint?: string
  className?: string
}

function Amount({ form, name, label, hint, className }: AmountProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={form.formState.errors[name]?.message}
      className={className}
      required
    >
      <Input
        inputMode="decimal"
        suffix="credits"
        autoComplete="off"
        className="nums"
        {...form.register(name)}
      />
    </Field>
  )
}

function YouGet({ form, terms, isFixed }: { form: BotFormHandle; terms: SaleTerms; isFixed: boolean }) {
  const price = parseCredits(useWatch({ control: form.control, name: 'price' }))
  const priceMicros = isFixed && price.ok && price.micros > 0n ? price.micros : null
  return (
    <p className="tabular-nums -mt-2 min-h-5.5 text-muted text-sm" aria-live="polite">
      {isFixed ? '' : 'Everyone sees the rule. '}
      {saleTermsInWords(priceMicros, terms)}
    </p>
  )
}
