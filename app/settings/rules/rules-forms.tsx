'use client'

import { useRouter } from 'next/navigation'
import { useTRPCClient } from '@/app/trpc'
import { PlainForm } from '@/components/form/plain-form'
import { Field } from '@/components/ui/field'
import { Input, Select, Textarea } from '@/components/ui/input'
import { NOTE_CHARS_MAX } from '@/server/contract/moderation'

/** Says once why something hidden should be shown. */
export function AppealForm({ caseId }: { caseId: string }) {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <PlainForm
      label="Appeal"
      done="Sent. What comes of it is final, and told to you."
      onSend={async ({ words = '' }) => {
        await client.moderation.appeal.mutate({ caseId, words })
        router.refresh()
      }}
    >
      <Field label="Why it should be shown" hint="You can appeal once." audience="Moderators alone." required>
        <Textarea name="words" maxLength={NOTE_CHARS_MAX} rows={3} required />
      </Field>
    </PlainForm>
  )
}

/** Mutes or blocks somebody by their handle. */
export function MuteForm({ handle }: { handle: string }) {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <PlainForm
      label="Do that"
      done="Done."
      onSend={async ({ person = '', as }) => {
        await client.moderation.mute.mutate({ handle: person, as: as === 'blocked' ? as : 'muted' })
        router.refresh()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Handle" hint="The name in the address of the profile." required>
          <Input name="person" defaultValue={handle} autoComplete="off" required />
        </Field>
        <Field label="What to do" required>
          <Select name="as" defaultValue="muted">
            <option value="muted">Mute: I see nothing of theirs</option>
            <option value="blocked">Block: and they cannot offer on my questions</option>
          </Select>
        </Field>
      </div>
    </PlainForm>
  )
}

/** Shows somebody again. */
export function ShowAgain({ handle }: { handle: string }) {
  const client = useTRPCClient()
  const router = useRouter()
  return (
    <PlainForm
      label={`Show @${handle} again`}
      variant="secondary"
      done=""
      className="shrink-0"
      onSend={async () => {
        await client.moderation.mute.mutate({ handle, as: 'shown' })
        router.refresh()
      }}
    />
  )
}
