'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { draftKey, readDraft, removeDraft, writeDraft } from '@/components/form/draft-store'

/** Often enough to lose at most a word, seldom enough not to be felt while typing. */
const SAVE_AFTER_MS = 400

export type DraftOptions<Draft extends FieldValues, Output> = {
  form: UseFormReturn<Draft, unknown, Output>
  /** What is being written: "ask", or "offer.<question>". */
  what: string
  /** Handle of the writer; null while signed out. A draft begun signed out is taken over at sign-in. */
  owner: string | null
  /** Refuses drafts of another shape. */
  schema: z.ZodType<Draft>
  /** A fresh, empty form. */
  empty: () => Draft
  isEmpty: (draft: Draft) => boolean
}

export type Draft = {
  /** A draft from an earlier visit is in the form. */
  isRestored: boolean
  /** False once the browser has refused to keep anything: leaving would then lose it. */
  isKept: boolean
  /** Writes at once, for example before going to sign in. */
  save: () => void
  /** Forgets the draft; the form keeps what is in it. */
  clear: () => void
  /** Forgets the draft and empties the form. */
  discard: () => void
}

/** Keeps a form in the browser as it is typed, and brings it back on the next visit. */
export function useDraft<Draft extends FieldValues, Output>({
  form,
  what,
  owner,
  schema,
  empty,
  isEmpty,
}: DraftOptions<Draft, Output>): Draft_ {
  const [isRestored, setIsRestored] = useState(false)
  const [isKept, setIsKept] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = draftKey(what, owner)
  const guestKey = draftKey(what, null)

  // The functions and the schema are made anew with every render of the form; the newest one is the right one.
  const latest = useRef({ schema, empty, isEmpty })
  latest.current = { schema, empty, isEmpty }
}
