'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { Field } from '@/components/ui/field'
import { Input, Select } from '@/components/ui/input'
import {
  type ChangeSetting,
  DAILY_GRANT_MAX,
  FEE_BASIS_POINTS_MAX,
  type SettingsView,
  WELCOME_GRANT_MAX,
} from '@/server/contract/operate'
import { percentOf } from '@/server/shared/money'

/** Everything that can be set here, a form each. */
export function SettingForms({ settings: { now, changed, named } }: { settings: SettingsView }) {
  const isSet = (key: ChangeSetting['key']) => changed.some((one) => one.key === key)
  return (
    <div className="space-y-10">
      <SettingForm
        name="signUp"
        isSet={isSet('signUp')}
        read={(text) => ({ key: 'signUp', value: text === 'closed' ? text : 'open' })}
      >
        <Field label="Registering" className="max-w-sm">
          <Select name="value" defaultValue={now.signUp}>
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
      <CreditsForm
        name="dailyGrant"
        label="Daily credits"
        hint="Whole credits that each verified person can ask with in a day, and not keep."
        isSet={isSet('dailyGrant')}
        max={DAILY_GRANT_MAX}
        now={now.dailyGrant}
      />
      <CreditsForm
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
      {named.length === 0 ? (
        <p className="measure text-muted">
          The environment names no model, so there is none to choose among: the built-in one reads.
        </p>
      ) : (
        <SettingForm
          name="models"
          isSet={isSet('models')}
          read={(text) => ({ key: 'models', value: listOf(text) })}
        >
          <Field
            label="Models that askers may choose"
            hint={`Of ${named.join(', ')}; separated by commas, none allows all. Questions that were asked keep theirs.`}
          >
            <Input name="value" defaultValue={now.models.join(', ')} autoComplete="off" />
          </Field>
        </SettingForm>
      )}
    </div>
  )
}

/** Hundredths of a per cent in one per cent. */
const BASIS_POINTS = 100

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

type CreditsFormProps = {
  name: 'dailyGrant' | 'welcomeGrant'
  label: string
  hint: string
  isSet: boolean
  max: number
  now: number
}

/** Of whole credits that are given. */
function CreditsForm({ name, label, hint, isSet, max, now }: CreditsFormProps) {
  return (
    <SettingForm name={name} isSet={isSet} read={(text) => ({ key: name, value: Number(text) })}>
      <Field label={label} hint={hint} className="max-w-sm">
        <Input name="value" type="number" min={0} max={max} defaultValue={now} required />
      </Field>
    </SettingForm>
  )
}

type SettingFormProps = {
  name: ChangeSetting['key']
  isSet: boolean
  read: (text: string) => ChangeSetting
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
      <PlainForm label="Set it" done="Set." onSend={({ value = '' }) => change(read(value))}>
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
