'use client'

import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { RuleField } from '@/components/moderation/rule-field'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { FLAG_WORDS_MAX } from '@/server/contract/moderation'
import { RULES, type SubjectKind } from '@/server/words/moderation'

/** Says what is wrong with a thing. */
export function FlagForm({ kind, id }: { kind: SubjectKind; id: string }) {
  const client = useTRPCClient()
  return (
    <PlainForm
      label="Send to the moderators"
      done="Sent. What comes of it is told to you, whether it is hidden or kept."
      onSend={({ rule, words }) =>
        client.moderation.flag.mutate({ kind, id, rule: RULES.find((one) => one === rule) ?? 'other', words })
      }
    >
      <RuleField label="What is wrong" />
      <Field
        label="In your words"
        optional
        audience="Moderators alone. Whoever wrote it is never told that it was you."
      >
        <Textarea name="words" maxLength={FLAG_WORDS_MAX} rows={3} />
      </Field>
    </PlainForm>
  )
}
