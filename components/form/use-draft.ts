'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { draftKey, readDraft, removeDraft, writeDraft } from '@/components/form/draft-store'

/** Often enough to lose at most a word, seldom enough not to be felt while typing. */
const SAVE_AFTER_MS = 400

export type DraftOptions<Values extends FieldValues, Output> = {
  form: UseFormReturn<Values, unknown, Output>
  /** What is being written: "ask", or "offer.<question>". */
  what: string
  /** Handle of the writer; null while signed out. A draft begun signed out is taken over at sign-in. */
  owner: string | null
  /** Refuses drafts of another shape. This and the next two must be the same at every render. */
  schema: z.ZodType<Values>
  /** A fresh, empty form. */
  empty: () => Values
  isEmpty: (values: Values) => boolean
  /** What of it may lie in the browser; everything by default. The same at every render. */
  kept?: (values: Values) => Values
}

const everything = <Values>(values: Values) => values

export type Draft = {
  /** A draft from an earlier visit is in the form. */
  isRestored: boolean
  /** False once the browser has refused to keep anything: leaving would then lose it. */
  isKept: boolean
  /** Writes at once, for example before going to sign in. */
  save: () => void
  /** Forgets the draft and empties the form. */
  discard: () => void
  /** Forgets the draft and leaves the form as it is: it was sent, and its page is being left. */
  forget: () => void
}

/** Keeps a form in the browser as it is typed, and brings it back on the next visit. */
export function useDraft<Values extends FieldValues, Output>(options: DraftOptions<Values, Output>): Draft {
  const { form, what, owner, schema, empty, isEmpty, kept: keptOf = everything } = options
  const [isRestored, setIsRestored] = useState(false)
  const [isKept, setIsKept] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const key = draftKey(what, owner)
  const guestKey = draftKey(what, null)
  const { reset, subscribe, getValues } = form

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const values = getValues()
    if (isEmpty(values)) removeDraft(key)
    else setIsKept(writeDraft(key, keptOf(values)))
  }, [getValues, isEmpty, keptOf, key])

  useEffect(() => {
    const kept = readDraft(key, schema) ?? readDraft(guestKey, schema)
    if (kept === null || isEmpty(kept)) return
    reset(kept, { keepDefaultValues: true })
    setIsRestored(true)
    if (guestKey !== key && writeDraft(key, kept)) removeDraft(guestKey)
  }, [key, guestKey, schema, isEmpty, reset])

  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(save, SAVE_AFTER_MS)
      },
    })
    const saveNow = () => timer.current !== undefined && save()
    window.addEventListener('pagehide', saveNow)
    return () => {
      // Going to another page of ours fires no pagehide; what was typed last is written all the same.
      saveNow()
      window.removeEventListener('pagehide', saveNow)
      unsubscribe()
    }
  }, [subscribe, save])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    removeDraft(key)
  }, [key])

  const discard = useCallback(() => {
    reset(empty())
    forget()
    setIsRestored(false)
  }, [reset, empty, forget])

  return { isRestored, isKept, save, discard, forget }
}

/** Asks before the page is left while `isActive`: something typed is kept nowhere else, or is on its way. */
export function useLeaveGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
}
