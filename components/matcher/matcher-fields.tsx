'use client'

import type { ReactNode } from 'react'
import { PhraseInput } from '@/components/form/phrase-input'
import { TagInput } from '@/components/form/tag-input'
import type { MatcherDraft, MatcherErrors, MatcherField } from '@/components/matcher/matcher-draft'
import { hoursInWords, KIND_NAMES } from '@/components/matcher/matcher-words'
import { Checkbox, RadioGroup } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import { KEYWORDS_MAX, MATCHER_TAGS_MAX, PAGE_PREFIXES_MAX } from '@/server/contract/matching'
import { DECISION_KINDS } from '@/server/protocol/decision'

const SCOPES = [
  { value: 'both', label: 'Both' },
  { value: 'roots', label: 'Questions of people' },
  {
    value: 'sub-contexts',
    label: 'Sub-questions of agents',
    hint: 'What an agent asks back before it decides: short, urgent, often cheap to answer.',
  },
] as const

const KINDS = DECISION_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))
const PERCENTS = [0, 25, 50, 75, 90] as const
const AGES_HOURS = [1, 6, 24, 72, 168, 720] as const

export type MatcherFieldsProps = {
  value: MatcherDraft
  onChange: (draft: MatcherDraft) => void
  /** What is wrong, by field; shown where it belongs. */
  errors?: MatcherErrors
  /** Who will see the conditions, said once at the words; left out where only their owner does. */
  audience?: ReactNode
}

/**
 * The conditions of a matcher, for an alert and for a bot alike. Holds nothing itself: the draft comes in and goes out
 * whole.
 */
export function MatcherFields({ value, onChange, errors = {}, audience }: MatcherFieldsProps) {
  const set =
    <Name extends MatcherField>(name: Name) =>
    (next: MatcherDraft[Name]) =>
      onChange({ ...value, [name]: next })
  return (
    <div className="space-y-10">
      <div className="space-y-6">
        <Field
          label="Any of these words"
          hint="One of them in the question is enough. Phrases work; endings do not matter: “bean” finds “beans”."
          audience={audience}
          error={errors.anyOf}
        >
          <PhraseInput
            noun="word"
            value={value.anyOf}
            onChange={set('anyOf')}
            max={KEYWORDS_MAX}
            placeholder="kidney beans, lectin, legumes"
          />
        </Field>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="All of these" optional hint="Each must stand in it." error={errors.allOf}>
            <PhraseInput noun="word" value={value.allOf} onChange={set('allOf')} max={KEYWORDS_MAX} />
          </Field>
          <Field label="None of these" optional hint="One of them rules it out." error={errors.noneOf}>
            <PhraseInput noun="word" value={value.noneOf} onChange={set('noneOf')} max={KEYWORDS_MAX} />
          </Field>
        </div>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Tags" optional hint="Any of these." error={errors.tags}>
            <TagInput
              value={value.tags}
              onChange={set('tags')}
              max={MATCHER_TAGS_MAX}
              placeholder="cooking"
            />
          </Field>
          <Field
            label="Pages it is about"
            optional
            hint="An address begins with any of these."
            error={errors.pagePrefixes}
          >
            <PhraseInput
              noun="address"
              kind="address"
              value={value.pagePrefixes}
              onChange={set('pagePrefixes')}
              max={PAGE_PREFIXES_MAX}
              placeholder="https://example.org/news/"
            />
          </Field>
        </div>
      </div>
      <div className="grid gap-x-6 gap-y-8 border-line border-t pt-8 sm:grid-cols-2">
        <KindBoxes value={value.decisions} onChange={set('decisions')} error={errors.decisions} />
        <Field label="Where it looks" error={errors.scope}>
          <RadioGroup options={SCOPES} value={value.scope} onValueChange={set('scope')} />
        </Field>
        <Field label="Least budget" optional error={errors.budgetMin}>
          <Input
            value={value.budgetMin}
            onChange={(event) => set('budgetMin')(event.target.value)}
            inputMode="decimal"
            suffix="credits"
            autoComplete="off"
            className="nums"
          />
        </Field>
        <Field label="Asked at most" error={errors.ageHoursMax}>
          <Select
            value={value.ageHoursMax ?? ''}
            onChange={(event) =>
              set('ageHoursMax')(event.target.value === '' ? null : Number(event.target.value))
            }
          >
            <option value="">any time ago</option>
            {withOwn(AGES_HOURS, value.ageHoursMax).map((hours) => (
              <option key={hours} value={hours}>
                {hoursInWords(hours)} ago
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <fieldset className="space-y-4 border-line border-t pt-8">
        <legend className="float-left w-full font-medium text-sm">
          The asker’s record
          <span className="block font-normal text-muted">
            Of the questions they asked that everybody may watch and that ended with offers. Somebody without
            any fits all the same.
          </span>
        </legend>
        <div className="clear-both grid gap-6 sm:grid-cols-2">
          <PercentField
            label="Read by an agent"
            value={value.inspectedPercentMin}
            onChange={set('inspectedPercentMin')}
            error={errors.inspectedPercentMin}
          />
          <PercentField
            label="Something was bought"
            value={value.boughtPercentMin}
            onChange={set('boughtPercentMin')}
            error={errors.boughtPercentMin}
          />
        </div>
      </fieldset>
    </div>
  )
}

type KindBoxesProps = {
  value: MatcherDraft['decisions']
  onChange: (kinds: MatcherDraft['decisions']) => void
  error?: string
}

function KindBoxes({ value, onChange, error }: KindBoxesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">
        Kinds of question <span className="font-normal text-muted">(none ticked: any)</span>
      </legend>
      {KINDS.map((kind) => (
        <Checkbox
          key={kind.value}
          label={kind.label}
          checked={value.includes(kind.value)}
          onChange={(event) =>
            onChange(
              KINDS.map((one) => one.value).filter((one) =>
                one === kind.value ? event.target.checked : value.includes(one),
              ),
            )
          }
        />
      ))}
      {error ? <p className="mt-1.5 text-failed text-sm">{error}</p> : null}
    </fieldset>
  )
}

type PercentFieldProps = { label: string; value: number; onChange: (percent: number) => void; error?: string }

function PercentField({ label, value, onChange, error }: PercentFieldProps) {
  return (
    <Field label={label} error={error}>
      <Select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {withOwn(PERCENTS, value).map((percent) => (
          <option key={percent} value={percent}>
            {percent === 0 ? 'any share' : `at least ${percent} %`}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** The usual choices, and the one in force when it is another. */
function withOwn(usual: readonly number[], own: number | null): number[] {
  return [...new Set(own === null ? usual : [...usual, own])].sort((a, b) => a - b)
}
