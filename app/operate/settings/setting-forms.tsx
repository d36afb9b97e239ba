'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { Checkbox } from '@/components/ui/choice'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import {
  type ChangeSetting,
  DAILY_GRANT_MAX,
  FEE_BASIS_POINTS_MAX,
  LIMIT_BOUNDS,
  LIMIT_KEYS,
  type LimitKey,
  type SettingsView,
  TOKEN_CEILINGS,
  WELCOME_GRANT_MAX,
} from '@/server/contract/operate'
import { percentOf } from '@/server/shared/money'

/** Everything that can be set here, a form each. */
export function SettingForms({ settings }: { settings: SettingsView }) {
  const { now, changed, named } = settings
  const isSet = (key: ChangeSetting['key']) => changed.some((one) => one.key === key)
  return (
    <div className="space-y-10">
      <SettingForm
        name="signUp"
        isSet={isSet('signUp')}
        read={(text) => ({ key: 'signUp', value: text === 'closed' ? text : 'open' })}
      >
        <Field label="Registering" className="max-w-sm">
          <Select key={now.signUp} name="value" defaultValue={now.signUp}>
            <option value="open">Open to everybody</option>
            <option value="closed">Closed: nobody new</option>
          </Select>
        </Field>
      </SettingForm>
      <SettingForm
        name="signUpDomains"
        isSet={isSet('signUpDomains')}
        read={(text) => ({ key: 'signUpDomains', value: listOf(text) })}
      >
        <Field
          label="Domains of addresses that may register"
          hint="Separated by commas; none lets all in. Only where people prove their e-mail does it keep anybody out."
        >
          <Input name="value" defaultValue={now.signUpDomains.join(', ')} autoComplete="off" />
        </Field>
      </SettingForm>
      <NumberForm
        name="dailyGrant"
        label="Daily credits"
        hint="Whole credits that each verified person can ask with in a day, and not keep."
        isSet={isSet('dailyGrant')}
        max={DAILY_GRANT_MAX}
        now={now.dailyGrant}
      />
      <NumberForm
        name="welcomeGrant"
        label="Welcome credits"
        hint="Whole credits that newcomers are given once. Who is here already keeps what they had."
        isSet={isSet('welcomeGrant')}
        max={WELCOME_GRANT_MAX}
        now={now.welcomeGrant}
      />
      <SettingForm
        name="feeBasisPoints"
        isSet={isSet('feeBasisPoints')}
        read={(text) => ({ key: 'feeBasisPoints', value: Math.round(Number(text) * BASIS_POINTS) })}
      >
        <Field
          label="Fee"
          hint="What the market keeps of each price. It holds for questions that are asked from now on; those under way keep theirs."
          className="max-w-sm"
        >
          <Input
            name="value"
            type="number"
            min={0}
            max={FEE_BASIS_POINTS_MAX / BASIS_POINTS}
            step={1 / BASIS_POINTS}
            suffix="%"
            defaultValue={percentOf(now.feeBasisPoints)}
            required
          />
        </Field>
      </SettingForm>
      {LIMIT_KEYS.map((key) => (
        <NumberForm
          key={key}
          name={key}
          {...LIMIT_WORDS[key]}
          isSet={isSet(key)}
          min={LIMIT_BOUNDS[key].least}
          max={LIMIT_BOUNDS[key].most}
          now={now[key]}
        />
      ))}
      {named.length === 0 ? (
        <p className="measure text-muted">
          The environment names no model, so there is none to choose among: the built-in one reads.
        </p>
      ) : (
        <ModelForms settings={settings} isSet={isSet} />
      )}
    </div>
  )
}

/** What each limit is for. */
const LIMIT_WORDS: Record<LimitKey, { label: string; hint: string }> = {
  offersPerSeller: {
    label: 'Offers of one seller on a question',
    hint: 'Of a person, their bots and accounts that look like theirs, together. More crowds out others.',
  },
  judgementsPerDay: {
    label: 'Drafts judged for one seller in a day',
    hint: 'Each is read several times by the question’s agent, at the market’s cost.',
  },
  flagsPerDay: {
    label: 'Things one person can flag in a day',
    hint: 'A queue that one hand fills is no queue.',
  },
  notesPerDay: {
    label: 'Notes one person can write in a day',
    hint: 'What is written for everybody is read by everybody who rates.',
  },
}

type ModelFormsProps = { settings: SettingsView; isSet: (key: ChangeSetting['key']) => boolean }

/** Which model is the usual one, which others may be chosen, and how much of all of them may be used in a day. */
function ModelForms({ settings: { now, named, tokensMost }, isSet }: ModelFormsProps) {
  const usual = named.find(({ name }) => name === now.usualModel) ?? named[0]
  const others = named.filter((one) => one !== usual)
  const readAllowed = (fields: Fields): ChangeSetting => {
    const ticked = others.filter(({ name }) => fields[name] === 'on').map(({ name }) => name)
    // All, and those that the environment will name: the same as none.
    const value = ticked.length === others.length ? [] : [usual?.name ?? '', ...ticked]
    return { key: 'models', value }
  }
  return (
    <>
      <SettingForm
        name="usualModel"
        isSet={isSet('usualModel')}
        read={(text) => ({ key: 'usualModel', value: text })}
      >
        <Field
          label="Usual model"
          hint="Whoever chooses none has it, and bots and drafts are judged by it. Questions under way go on with it from their next step."
        >
          <Select key={usual?.name} name="value" defaultValue={usual?.name}>
            {named.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name} · {costInWords(one)}
              </option>
            ))}
          </Select>
        </Field>
      </SettingForm>
      {others.length === 0 ? null : (
        <SettingForm name="models" isSet={isSet('models')} read={(_, fields) => readAllowed(fields)}>
          <fieldset className="space-y-2">
            <legend className="mb-2 text-sm font-medium">Models that askers may choose besides</legend>
            {others.map((one) => (
              <Checkbox
                key={one.name}
                name={one.name}
                defaultChecked={now.models.length === 0 || now.models.includes(one.name)}
                label={one.name}
                hint={costInWords(one)}
              />
            ))}
            <p className="text-muted text-sm">
              What is asked with one that is not allowed any more goes on with the usual one, and its page
              says so.
            </p>
          </fieldset>
        </SettingForm>
      )}
      {TOKEN_CEILINGS.map((key) => (
        <SettingForm key={key} name={key} isSet={isSet(key)} read={(text) => ({ key, value: Number(text) })}>
          <Field
            label={`Tokens a day, ${CEILING_OF[key]}`}
            hint={`Of all models together; beyond it the built-in agent takes over. The environment allows ${wholeNumber.format(tokensMost[key])}, and this can only be less.`}
            className="max-w-sm"
          >
            <Input
              name="value"
              type="number"
              min={0}
              max={tokensMost[key]}
              defaultValue={now[key]}
              required
            />
          </Field>
        </SettingForm>
      ))}
    </>
  )
}

const CEILING_OF = {
  siteTokensPerDay: 'everybody together',
  personTokensPerDay: 'each person',
  botTokensPerDay: 'each bot',
}

const wholeNumber = new Intl.NumberFormat('en-GB')

/** As the environment has it: what a model costs, and what of it may be used. */
function costInWords({ inputUsd, outputUsd, tokensPerDay }: SettingsView['named'][number]): string {
  const price =
    inputUsd === 0 && outputUsd === 0 ? 'no price' : `$${inputUsd} in, $${outputUsd} out for a million tokens`
  return `${price}; ${tokensPerDay === null ? 'no ceiling of its own' : `${wholeNumber.format(tokensPerDay)} tokens a day`}`
}

/** Hundredths of a per cent in one per cent. */
const BASIS_POINTS = 100

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

type NumberFormProps = {
  name: 'dailyGrant' | 'welcomeGrant' | LimitKey
  label: string
  hint: string
  isSet: boolean
  min?: number
  max: number
  now: number
}

/** Of a whole number. */
function NumberForm({ name, label, hint, isSet, min = 0, max, now }: NumberFormProps) {
  return (
    <SettingForm name={name} isSet={isSet} read={(text) => ({ key: name, value: Number(text) })}>
      <Field label={label} hint={hint} className="max-w-sm">
        <Input name="value" type="number" min={min} max={max} defaultValue={now} required />
      </Field>
    </SettingForm>
  )
}

type Fields = Readonly<Record<string, string>>

type SettingFormProps = {
  name: ChangeSetting['key']
  isSet: boolean
  /** @param text Of the field `value`. */
  read: (text: string, fields: Fields) => ChangeSetting
  children: ReactNode
}

function SettingForm({ name, isSet, read, children }: SettingFormProps) {
  const client = useTRPCClient()
  const router = useRouter()
  const change = async (wanted: ChangeSetting) => {
    await client.operate.set.mutate(wanted)
    router.refresh()
  }
  return (
    <div className="space-y-3">
      <PlainForm label="Set it" done="Set." onSend={(fields) => change(read(fields.value ?? '', fields))}>
        {children}
      </PlainForm>
      {isSet ? (
        <PlainForm
          label="As the environment has it"
          variant="secondary"
          done="Taken back."
          onSend={() => change({ key: name, value: null })}
        />
      ) : null}
    </div>
  )
}
