'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { exactCredits, PRICE_MICROS_MIN, parseCredits } from '@/server/shared/money'

export type CorpusPriceProps = {
  /** Of which document; read out. */
  name: string
  priceMicros: bigint | null
  /** Stands where the field is empty. */
  botPriceMicros: bigint
  isSaving: boolean
  onSave: (priceMicros: bigint | null) => void
}

/** A document's own price; empty for the bot's. */
export function CorpusPrice({ name, priceMicros, botPriceMicros, isSaving, onSave }: CorpusPriceProps) {
  const saved = priceMicros === null ? '' : exactCredits(priceMicros)
  const [text, setText] = useState(saved)
  const [error, setError] = useState<string>()
  const isChanged = text.trim() !== saved

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') {
      setError(undefined)
      onSave(null)
      return
    }
    const parsed = parseCredits(text)
    const message = !parsed.ok
      ? parsed.message
      : parsed.micros < PRICE_MICROS_MIN
        ? `At least ${exactCredits(PRICE_MICROS_MIN)} credits.`
        : undefined
    setError(message)
    if (parsed.ok && message === undefined) onSave(parsed.micros)
  }
  return (
    <form noValidate onSubmit={save} className="flex items-end gap-2">
      <Field label={`Price of a passage of ${name}`} labelHidden error={error} className="w-36">
        <Input
          inputMode="decimal"
          autoComplete="off"
          suffix="credits"
          className="nums"
          placeholder={exactCredits(botPriceMicros)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {isChanged ? (
        <Button type="submit" size="sm" pending={isSaving} pendingLabel="Saving…">
          Save
        </Button>
      ) : null}
    </form>
  )
}
