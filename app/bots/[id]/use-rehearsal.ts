'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTRPC } from '@/app/trpc'
import type { MadeUp, MadeUpErrors, OwnTrial } from '@/components/bots/rehearsal-own'
import { messagesOf, readServerError } from '@/components/form/server-error'
import type { Rehearsable, Rehearsal } from '@/server/contract/rehearsal'

export type RehearsalState = {
  /** Undefined while they are looked for. */
  questions: readonly Rehearsable[] | undefined
  results: ReadonlyMap<string, Rehearsal>
  /** The question that is being tried; null while none is. */
  running: string | null
  /** All of them are being tried, one after the other. */
  isRunningAll: boolean
  /** Why it stopped or could not begin, in words. */
  problem: string | null
  tryOne: (contextId: string) => void
  tryAll: () => void
  /** After the question that is being tried. */
  stop: () => void
  own: OwnTrials
}

export type OwnTrials = {
  /** What it was tried on that its owner made up, newest first. */
  trials: readonly OwnTrial[]
  isTrying: boolean
  /** What the server refused of the last one. */
  refusal: MadeUpErrors
  onTry: (asked: MadeUp) => void
}

/** The limit's own words are about speed; here it is about what each question may cost. */
function problemOf(error: unknown): string {
  const { code, message } = readServerError(error)
  return code === 'request.too_many'
    ? 'That is as many questions as can be tried in an hour, since each may be a call of a model. What it has said so far stays; go on later.'
    : message
}

/**
 * Tries a bot on questions, one call each, so that each answer shows as it comes and the rest can be called off. The
 * questions are looked for while `isOpen`: that reads the last few hundred.
 */
export function useRehearsal(botId: string, isOpen: boolean): RehearsalState {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const questions = useQuery({ ...trpc.bots.rehearsable.queryOptions({ botId }), enabled: isOpen })
  const rehearse = useMutation(trpc.bots.rehearse.mutationOptions())
  const [results, setResults] = useState<ReadonlyMap<string, Rehearsal>>(new Map())
  const [running, setRunning] = useState<string | null>(null)
  const [isRunningAll, setIsRunningAll] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isStopped = useRef(false)
  const own = useOwnTrials(botId)

  async function tryEach(contextIds: readonly string[]) {
    setProblem(null)
    isStopped.current = false
    try {
      for (const contextId of contextIds) {
        if (isStopped.current) break
        setRunning(contextId)
        const result = await rehearse.mutateAsync({ botId, contextId })
        setResults((known) => new Map(known).set(contextId, result))
      }
    } catch (error) {
      setProblem(problemOf(error))
    }
    setRunning(null)
    setIsRunningAll(false)
    // Its tokens of the day have moved.
    await queryClient.invalidateQueries(trpc.bots.view.queryFilter({ botId }))
  }

  return {
    questions: questions.data,
    results,
    running,
    isRunningAll,
    problem:
      problem ?? (questions.error && !questions.data ? readServerError(questions.error).message : null),
    tryOne: (contextId) => void tryEach([contextId]),
    tryAll: () => {
      setIsRunningAll(true)
      setResults(new Map())
      void tryEach((questions.data ?? []).map((question) => question.contextId))
    },
    stop: () => {
      isStopped.current = true
      setIsRunningAll(false)
    },
    own,
  }
}

/** Tries a bot on questions that its owner makes up; what it said stays while the page does. */
function useOwnTrials(botId: string): OwnTrials {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [trials, setTrials] = useState<readonly OwnTrial[]>([])
  const rehearseOwn = useMutation(
    trpc.bots.rehearseOwn.mutationOptions({
      onSuccess: (result, { question, budgetMicros }) =>
        setTrials((known) => [{ place: known.length, asked: { question, budgetMicros }, result }, ...known]),
      onSettled: () => queryClient.invalidateQueries(trpc.bots.view.queryFilter({ botId })),
    }),
  )
  return {
    trials,
    isTrying: rehearseOwn.isPending,
    refusal: rehearseOwn.error ? refusalOf(rehearseOwn.error) : {},
    onTry: (asked) => rehearseOwn.mutate({ botId, ...asked }),
  }
}

/** What is no fault of the budget stands at the question. */
function refusalOf(error: unknown): MadeUpErrors {
  const messages = messagesOf(readServerError(error))
  const budgetMicros = messages.find(({ field }) => field === 'budgetMicros')?.message
  const others = messages.filter(({ field }) => field !== 'budgetMicros')
  return others.length > 0 ? { budgetMicros, question: problemOf(error) } : { budgetMicros }
}
