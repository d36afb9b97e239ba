import type { z } from 'zod'

/** The same parameter, for an experiment that usually has another value of it. */
export function withDefault<T extends z.ZodType>(
  field: z.ZodDefault<T>,
  value: z.core.util.NoUndefined<z.output<T>>,
): z.ZodDefault<T> {
  return field
    .unwrap()
    .default(value)
    .describe(field.description ?? '')
}
