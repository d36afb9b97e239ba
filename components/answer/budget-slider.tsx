'use client'

import { useState } from 'react'
import { stopAt } from '@/components/answer/worth'
import { Credits } from '@/components/money/credits'
import { Slider } from '@/components/ui/slider'
import type { Decision } from '@/server/contract/decision'
import { MICROS_PER_CREDIT } from '@/server/shared/money'
import type { AnswerView } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'

/** Steps that a hand can set apart on a phone. */
const STEPS_MAX = 20
const SIZES = [0.1, 0.5, 1, 5, 10, 50, 100, 500, 1_000, 5_000]

export type BudgetSliderProps = { answer: AnswerView; decision: Decision }

/** What would have been recommended for 0, 1, 2 … credits. */
export function BudgetSlider({ answer, decision }: BudgetSliderProps) {
  const spentMicros = answer.citations.reduce((sum, { priceMicros }) => sum + priceMicros, 0n)
  const spent = Number(spentMicros) / Number(MICROS_PER_CREDIT)
  const step = SIZES.find((size) => spent / size <= STEPS_MAX) ?? spent
  const max = Math.ceil(spent / step)
  const [steps, setSteps] = useState(max)
  const at = (place: number) => {
    const budgetMicros = BigInt(Math.round(place * step * Number(MICROS_PER_CREDIT)))
    return { budgetMicros, ...stopAt(answer, decision, budgetMicros) }
  }
  const stop = at(steps)
  const inWords = (place: number) =>
    `${(place * step).toFixed(2)} credits: ${at(place).words ?? 'not recorded'}`
  return (
    <div className="mt-6 max-w-3xl noscript:hidden">
      <h3 className="eyebrow">With another budget</h3>
      <Slider
        label="Budget"
        value={steps}
        onValueChange={setSteps}
        min={0}
        max={max}
        valueText={inWords}
        className="max-w-md"
      />
      <p className="text-sm">
        With <Credits micros={stop.budgetMicros} className="font-medium" />:{' '}
        <span className="font-serif text-base">
          {stop.words ?? 'what was recommended then is not recorded'}
        </span>
      </p>
      <p className="nums text-muted text-xs">
        {stop.bought === 0
          ? 'Nothing would have been bought.'
          : `${counted(stop.bought, 'purchase')} of ${answer.citations.length}, in the order bought.`}
      </p>
    </div>
  )
}
