import * as z from 'zod'
import { idSchema } from '../../shared/text'
import type { ProcedurePath } from '../rest/operations'
import type { appRouter } from '../root'
import type { createCallerFactory } from '../trpc'

/** The market as one caller has it: the procedures that pages call. */
export type Market = ReturnType<ReturnType<typeof createCallerFactory<typeof appRouter._def.record>>>

/** What a tool answers, and where in it others' words stand: data, never orders. */
type Answer = { data: Record<string, unknown>; untrusted: boolean }

export type Tool = {
  name: string
  title: string
  description: string
  /** Usable without a key. */
  isPublic: boolean
  isReadOnly: boolean
  /** What it calls: whoever may not call one of these may not use it. */
  calls: readonly ProcedurePath[]
  input: z.ZodType
  output: z.ZodObject
  run: (market: Market, input: never) => Promise<Answer>
}

/** Ties what a tool is given to its schema. */
export function tool<I extends z.ZodType>(
  one: Omit<Tool, 'input' | 'run'> & {
    input: I
    run: (market: Market, input: z.output<I>) => Promise<Answer>
  },
) {
  return one
}

export const text = z.string()
export const amount = z.string().meta({ description: 'Credits, as decimal text.' })
export const moment = z.string().meta({ description: 'A time, RFC 3339.' })
export const someId = (what: string) => idSchema().meta({ description: what })
