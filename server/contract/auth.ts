import * as z from 'zod'
import { ROLES } from '../actors/actor'
import { lineSchema, secretTextSchema, textSchema } from '../shared/text'

/** Long enough against guessing with argon2id; longer than any password manager makes. */
export const PASSWORD_CHARS_MIN = 10
export const PASSWORD_CHARS_MAX = 200
export const NAME_CHARS_MAX = 60
export const BIO_CHARS_MAX = 1_000

export const handleSchema = lineSchema()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])$/,
    'Use 2 to 30 letters, digits or dashes; begin and end with a letter or digit.',
  )

export const emailSchema = lineSchema()
  .trim()
  .toLowerCase()
  .pipe(z.email('That does not look like an e-mail address.'))
  .pipe(lineSchema().max(200))

export const passwordSchema = secretTextSchema()
  .min(PASSWORD_CHARS_MIN, `Use at least ${PASSWORD_CHARS_MIN} characters.`)
  .max(PASSWORD_CHARS_MAX, `Use at most ${PASSWORD_CHARS_MAX} characters.`)

export const registerSchema = z.object({
  name: lineSchema().trim().min(1, 'Say what to call you.').max(NAME_CHARS_MAX),
  handle: handleSchema,
  email: emailSchema,
  password: passwordSchema,
})
export type RegisterInput = z.infer<typeof registerSchema>

/** A page of ours to go to afterwards; anything else becomes the first page where it is used. */
const pathSchema = lineSchema().max(500).default('/')

/** Where an e-mail is proven first: the password is chosen when the link is opened. */
export const startRegistrationSchema = registerSchema.omit({ password: true }).extend({ path: pathSchema })
export type StartRegistration = z.infer<typeof startRegistrationSchema>

/** What a link carries behind its `#`. */
export const linkTokenSchema = z.string().regex(/^[\w-]{1,100}$/, 'This link is not whole. Copy all of it.')

export const finishRegistrationSchema = registerSchema
  .omit({ email: true })
  .extend({ token: linkTokenSchema })
export type FinishRegistration = z.infer<typeof finishRegistrationSchema>

/** What a link is for, before it is used. */
export const openedLinkSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('register'), email: z.string(), name: z.string(), handle: z.string() }),
  z.object({ kind: z.literal('verify'), email: z.string() }),
  z.object({ kind: z.literal('reset'), email: z.string() }),
])
export type OpenedLink = z.infer<typeof openedLinkSchema>

export const resetPasswordSchema = z.object({ token: linkTokenSchema, next: passwordSchema })
export type ResetPassword = z.infer<typeof resetPasswordSchema>

/** A password again, where the login is too old to do without. */
export const againSchema = secretTextSchema().max(PASSWORD_CHARS_MAX).nullable().default(null)

export const changeEmailSchema = z.object({ email: emailSchema, password: againSchema })
export type ChangeEmail = z.infer<typeof changeEmailSchema>

export const proofSchema = z.object({ password: againSchema })

/** Who somebody is, as everybody may see it. */
export const personSchema = z.object({ handle: z.string(), name: z.string() })

/** The signed-in person, for the shell. */
export const meSchema = personSchema.extend({
  id: z.string(),
  isDemo: z.boolean(),
  role: z.enum(ROLES),
  /** May earn: proved an e-mail, or need not here. */
  isVerified: z.boolean(),
})
export type Me = z.infer<typeof meSchema>

export const editProfileSchema = z.object({
  name: lineSchema().trim().min(1).max(NAME_CHARS_MAX),
  bio: textSchema().trim().max(BIO_CHARS_MAX),
})

export const changePasswordSchema = z
  .object({
    /** The one that stands; its length says nothing yet. */
    current: secretTextSchema()
      .min(1, 'Type the password that you sign in with now.')
      .max(PASSWORD_CHARS_MAX),
    next: passwordSchema,
  })
  .refine(({ current, next }) => current !== next, {
    path: ['next'],
    message: 'That is your password already. Choose another.',
  })
export type ChangePassword = z.infer<typeof changePasswordSchema>

/** By what the signed-in person signs in, for that person alone. */
export const signsInBySchema = z.discriminatedUnion('way', [
  z.object({ way: z.literal('password'), email: z.string() }),
  z.object({ way: z.literal('provider'), providers: z.array(z.string()) }),
  z.object({ way: z.literal('demo') }),
])
export type SignsInBy = z.infer<typeof signsInBySchema>

/** What the signed-in person's settings show of the account, for that person alone. */
export const accountSchema = z.object({
  email: z.string().nullable(),
  isVerified: z.boolean(),
  /** Where a link is that waits to be opened. */
  awaitedEmail: z.string().nullable(),
  /** Without an e-mail that is proven nobody earns here. */
  mustVerify: z.boolean(),
  /** False: the operator passes links on by hand. */
  sendsMail: z.boolean(),
  hasPassword: z.boolean(),
  /** The login is so new that what opens the account can be changed without the password. */
  isFresh: z.boolean(),
  /** Where passkeys can be used; null where they cannot be. */
  passkeyOrigin: z.string().nullable(),
})
export type Account = z.infer<typeof accountSchema>

/** A login of the signed-in person, in coarse words. */
export const loginSchema = z.object({
  id: z.string(),
  device: z.string(),
  place: z.string().nullable(),
  createdAt: z.date(),
  seenAt: z.date(),
  /** The one that asks. */
  isThis: z.boolean(),
})
export type Login = z.infer<typeof loginSchema>

/** What a sign-in page can offer here. */
export const signInOptionsSchema = z.object({
  providers: z.array(z.enum(['github', 'google'])),
  demoPeople: z.array(personSchema.extend({ bio: z.string() })),
  /** Whether an e-mail is proven before there is an account. */
  verifiesEmail: z.boolean(),
  /** False: the operator passes links on by hand. */
  sendsMail: z.boolean(),
  passkeyOrigin: z.string().nullable(),
})
