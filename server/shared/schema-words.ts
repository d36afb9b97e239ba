import { en } from 'zod/locales'

/**
 * For `safeParse`, where a model or whoever writes a file of data is told what is wrong: zod's own words, which name what was
 * expected. A process may have installed plainer ones for forms (`server/words/input.ts`). A schema's own sentence comes before both.
 */
export const SCHEMA_WORDS = { error: en().localeError }
