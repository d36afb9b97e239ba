'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useTRPC } from '@/app/trpc'
import { Counter } from '@/components/form/counter'
import { zodResolver } from '@/components/form/resolver'
import { messagesOf, readServerError } from '@/components/form/server-error'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { BIO_CHARS_MAX, editProfileSchema } from '@/server/contract/auth'

type Profile = z.infer<typeof editProfileSchema>

/** What a person says about themselves. */
export function ProfileForm({ handle, name, bio }: Profile & { handle: string }) {
  const isLive = useIsLive()
  const trpc = useTRPC()
  const router = useRouter()
  const form = useForm<Profile>({ resolver: zodResolver(editProfileSchema), defaultValues: { name, bio } })
  const bioLength = useWatch({ control: form.control, name: 'bio' }).length
  const edit = useMutation(trpc.people.editProfile.mutationOptions())

  const submit = form.handleSubmit(async (profile) => {
    try {
      await edit.mutateAsync(profile)
      form.reset(profile)
      toast.success('Saved.')
      // The name also stands in the header.
      router.refresh()
    } catch (error) {
      for (const { field, message } of messagesOf(readServerError(error))) {
        form.setError(field === 'name' || field === 'bio' ? field : 'root', { type: 'server', message })
      }
    }
  })

  const { errors, isDirty } = form.formState
  return (
    <form noValidate inert={!isLive} onSubmit={submit} className="space-y-5">
      {errors.root ? <ErrorNote>{errors.root.message}</ErrorNote> : null}
      <Field
        label="Name"
        audience="Everyone, beside what you ask and offer."
        error={errors.name?.message}
        required
      >
        <Input autoComplete="name" {...form.register('name')} />
      </Field>
      <Field
        label="About you"
        hint="What you know about, and how you know it: buyers look here. Markdown works."
        audience="Everyone, on your profile."
        error={errors.bio?.message}
        counter={<Counter length={bioLength} max={BIO_CHARS_MAX} />}
        optional
      >
        <Textarea reading {...form.register('bio')} />
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          variant="primary"
          pending={edit.isPending}
          pendingLabel="Saving…"
          disabled={!isDirty}
        >
          Save
        </Button>
        <Link href={`/people/${handle}`} className="text-accent text-sm underline pointer-coarse:py-3">
          See your profile
        </Link>
      </div>
    </form>
  )
}
