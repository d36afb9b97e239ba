'use client'

import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { RuleField } from '@/components/moderation/rule-field'
import { Field } from '@/components/ui/field'
import { Input, Select, Textarea } from '@/components/ui/input'
import { NOTE_CHARS_MAX, SUSPENSION_DAYS_MAX } from '@/server/contract/moderation'
import { RIGHT_WORDS, RULES, SUSPENDABLE } from '@/server/words/moderation'

/** Takes one right of somebody for some days. */
export function SuspendForm({ handle }: { handle: string }) {
  const client = useTRPCClient()
  return (
    <PlainForm
      label="Suspend it"
      variant="danger"
      done="Suspended. It stands in the public log, where you can give it back."
      onSend={({ person = '', bot = '', right, days, rule, note }) =>
        client.moderation.suspend.mutate({
          handle: person,
          botId: bot.trim() === '' ? null : bot.trim(),
          right: SUSPENDABLE.find((one) => one === right) ?? 'flag',
          days: Number(days),
          rule: RULES.find((one) => one === rule) ?? 'other',
          note,
        })
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Handle" hint="The name in the address of the profile." required>
          <Input name="person" defaultValue={handle} autoComplete="off" required />
        </Field>
        <Field label="One bot alone" hint="Its id, the end of its page’s address." optional>
          <Input name="bot" autoComplete="off" />
        </Field>
        <Field label="Right" required>
          <Select name="right" defaultValue="flag">
            {SUSPENDABLE.map((right) => (
              <option key={right} value={right}>
                {RIGHT_WORDS[right]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="For how many days" required>
          <Input name="days" type="number" min={1} max={SUSPENSION_DAYS_MAX} defaultValue={7} required />
        </Field>
      </div>
      <RuleField label="Which rule was broken" />
      <Field label="Why, in your words" optional audience="The person alone.">
        <Textarea name="note" maxLength={NOTE_CHARS_MAX} rows={2} />
      </Field>
    </PlainForm>
  )
}
