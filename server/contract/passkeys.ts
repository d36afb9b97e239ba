import * as z from 'zod'
import { lineSchema } from '../shared/text'

/** What browsers and authenticators say to each other is defined by WebAuthn; here it is bounded, and read by a library. */

export const PASSKEY_NAME_CHARS_MAX = 60

/** An attestation of the chattiest kind has some thousand bytes; ids have 1023 at most. */
const base64url = z.string().regex(/^[\w-]{0,8000}$/, 'This is not what a browser says.')
export const passkeyIdSchema = z.string().regex(/^[\w-]{1,1400}$/, 'There is nothing by that id.')
/** Of `clientExtensionResults` nothing is used. */
const extensions = z.unknown().transform(() => ({}))
const attachment = z.enum(['platform', 'cross-platform']).optional().catch(undefined)

/** An answer of an authenticator that made a passkey. */
export const passkeyMadeSchema = z.object({
  id: passkeyIdSchema,
  rawId: passkeyIdSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,40}$/))
      .max(10)
      .optional(),
  }),
})

/** An answer of an authenticator that signed with a passkey. */
export const passkeyAnswerSchema = z.object({
  id: passkeyIdSchema,
  rawId: passkeyIdSchema,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>

export const passkeyNameSchema = lineSchema()
  .trim()
  .min(1, 'Give it a name, such as the device that holds it.')
  .max(PASSKEY_NAME_CHARS_MAX)

export const newPasskeySchema = z.object({ name: passkeyNameSchema, response: passkeyMadeSchema })
export type NewPasskey = z.infer<typeof newPasskeySchema>

/** A passkey, for its owner alone. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.date(),
  usedAt: z.date().nullable(),
})
export type Passkey = z.infer<typeof passkeySchema>

const credential = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
})

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, as far as we fill it. */
export const passkeyCreationSchema = z.object({
  rp: z.object({ name: z.string(), id: z.string().optional() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(credential).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
    })
    .optional(),
  attestation: z.enum(['direct', 'enterprise', 'indirect', 'none']).optional(),
})
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, as far as we fill it. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  timeout: z.number().optional(),
  rpId: z.string().optional(),
  allowCredentials: z.array(credential).optional(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
})
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>
