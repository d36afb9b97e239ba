import * as z from 'zod'
import { idSchema, lineSchema } from '../shared/text'
import { PROOF_FAILURES, PROOF_WAYS, THEMES } from '../words/sites'

/** Sites of the web that somebody proves to be theirs, and what they choose for frames with threads of their pages. */

export const SITES_PATH = '/settings/sites'

/** Sites that one person says are theirs. */
export const SITES_MAX = 20
/** A name of the web, with a port. */
const HOST_CHARS_MAX = 260

/** Where a site names its owners, one token a line. */
export const PROOF_PATH = '/.well-known/caveat-site.txt'
/** The `meta` element of its first page that names one. */
export const PROOF_META = 'caveat-site'

export const addSiteSchema = z.object({ host: lineSchema().trim().min(1).max(HOST_CHARS_MAX) })
export const siteIdSchema = z.object({ id: idSchema() })

export const changeSiteSchema = siteIdSchema.extend({
  /** Null for the market's own. */
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Write a colour as # and six hex digits, for example #274392.')
    .nullable(),
  theme: z.enum(THEMES),
  /** Whether questions that are asked from now on wait for an owner's yes. */
  isModerated: z.boolean(),
})
export type ChangeSite = z.infer<typeof changeSiteSchema>

export const decideOnSiteSchema = siteIdSchema.extend({ questionId: idSchema(), isShown: z.boolean() })
export type DecideOnSite = z.infer<typeof decideOnSiteSchema>

export const ownSiteSchema = z.object({
  id: z.string(),
  host: z.string(),
  /** What the site is to say of you. */
  token: z.string(),
  /** A proof holds now. */
  isProven: z.boolean(),
  way: z.enum(PROOF_WAYS).nullable(),
  provenAt: z.date().nullable(),
  validUntil: z.date().nullable(),
  checkedAt: z.date().nullable(),
  failure: z.enum(PROOF_FAILURES).nullable(),
  /** Others whose proof holds: they set the same things. */
  others: z.int(),
  accent: z.string().nullable(),
  theme: z.enum(THEMES),
  moderatedSince: z.date().nullable(),
  /** Questions about its pages that wait for an owner’s yes. */
  waiting: z.int(),
})
export type OwnSite = z.infer<typeof ownSiteSchema>

/** A question in the thread of one of a site's pages, for its owner. */
export const siteQuestionSchema = z.object({
  questionId: z.string(),
  title: z.string(),
  claim: z.string(),
  /** Of the page. */
  address: z.string(),
  askedAt: z.date(),
  state: z.enum(['shown', 'waiting', 'left-out']),
})
export type SiteQuestion = z.infer<typeof siteQuestionSchema>

/** How frames with threads of a site look. */
export const siteLookSchema = z.object({
  accent: z.string().nullable(),
  theme: z.enum(THEMES),
  /** An owner chooses which questions stand there. */
  isModerated: z.boolean(),
})
export type SiteLook = z.infer<typeof siteLookSchema>
