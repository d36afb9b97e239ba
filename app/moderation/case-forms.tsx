'use client'

import { useRouter } from 'next/navigation'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { Field } from '@/components/ui/field'
import { Select, Textarea } from '@/components/ui/input'
import { NOTE_CHARS_MAX } from '@/server/contract/moderation'
import { RULE_WORDS, RULES } from '@/server/words/moderation'

/** Decides a case, or an appeal. */
export function CaseForms({ caseId, isAppeal }: { caseId: string; isAppeal: boolean }) {
  const client = useTRPCClient()
  const router = useRouter()
  async function decide({ choice, note = '' }: Readonly<Record<string, string>>) {
    if (isAppeal) {
      const outcome = choice === 'overturned' ? choice : 'upheld'
      await client.moderation.decideAppeal.mutate({ caseId, outcome, note })
    } else {
      const rule = RULES.find((one) => one === choice) ?? null
      await client.moderation.decide.mutate({
        caseId,
        outcome: rule === null ? 'kept' : 'hidden',
        rule,
        note,
      })
    }
    router.refresh()
  }
  return (
    <PlainForm label="Decide" done="Decided." onSend={decide}>
      <Field label="What becomes of it" className="max-w-md" required>
        <Select name="choice" defaultValue="">
          {isAppeal ? (
            <>
              <option value="">It stays hidden</option>
              <option value="overturned">It is shown again</option>
            </>
          ) : (
            <>
              <option value="">It is kept</option>
              {RULES.map((rule) => (
                <option key={rule} value={rule}>
                  It is hidden: {RULE_WORDS[rule].label}
                </option>
              ))}
            </>
          )}
        </Select>
      </Field>
      <Field
        label="Why, in your words"
        optional
        audience="Those who flagged it, and its author. Not in the public log."
      >
        <Textarea name="note" maxLength={NOTE_CHARS_MAX} rows={2} />
      </Field>
    </PlainForm>
  )
}
