import * as z from 'zod'

/** Of ten bands of what was told: how much of it came. */
export const calibrationSchema = z.object({
  /** Probabilities that were told before the outcome was known, and have one. */
  n: z.int(),
  /** Mean squared distance from the truth; null with none. */
  brier: z.number().nullable(),
  /** Mean log score in bits, 0 at best; null with none. */
  logScore: z.number().nullable(),
  bands: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      n: z.int(),
      told: z.number().nullable(),
      came: z.number().nullable(),
    }),
  ),
})
export type CalibrationView = z.infer<typeof calibrationSchema>

/** What sold information gained against the truth, in bits of log score, over `n` purchases. */
export const sellerBitsSchema = z.object({ bits: z.number(), n: z.int() })
export type SellerBits = z.infer<typeof sellerBitsSchema>

export const inspectorRecordSchema = calibrationSchema.extend({
  /** Of its model, or of the built-in agent. */
  name: z.string(),
})
export type InspectorRecord = z.infer<typeof inspectorRecordSchema>

/** The market on one past day, UTC. */
export const marketDaySchema = z.object({
  /** "2026-11-23". */
  day: z.string(),
  trades: z.int(),
  spentMicros: z.bigint(),
  /** Null, as are the indexes, where nothing was traded. */
  medianPriceMicros: z.bigint().nullable(),
  sellers: z.int(),
  buyers: z.int(),
  sellersIndex: z.number().nullable(),
  buyersIndex: z.number().nullable(),
  ended: z.int(),
  answered: z.int(),
})
export type MarketDay = z.infer<typeof marketDaySchema>

export const marketHealthSchema = z.object({
  /** Past days, earliest first; today is not over. */
  days: z.array(marketDaySchema),
  /** Of each model that told probabilities, how they kept their word. */
  minds: z.array(inspectorRecordSchema),
})
export type MarketHealth = z.infer<typeof marketHealthSchema>
