import nodemailer from 'nodemailer'
import * as z from 'zod'

/** A mail as plain text. */
export type OutgoingMail = {
  /** The same at every try, so that a mail server or reader can tell a repeat. */
  id: string
  to: string
  subject: string
  text: string
  /** Where the reader says that this is not wanted; mail programs offer it as a button. Null for what belongs to having an account. */
  unsubscribeUrl: string | null
}

/** What became of one try. `failure` is a code, never the server's text, which may hold addresses. */
export type MailOutcome = { ok: true } | { ok: false; failure: string; isTransient: boolean }

/** The way out for mail; tests have a small server on loopback behind it. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<MailOutcome>
}

/** A mail server that has not answered by then is tried again later; a worker's job must not wait for minutes. */
const TIMEOUT_MS = 20_000

export type MailerOptions = { url: string; from: string; timeoutMs?: number }

/** Mail over SMTP. `url` is `smtp://user:password@host:587` or `smtps://…:465`. */
export function createMailer({ url, from, timeoutMs = TIMEOUT_MS }: MailerOptions): Mailer {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing that a mail says is fetched or read from the disk.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
  return {
    async send({ id, to, subject, text, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: {
            ...(unsubscribeUrl === null ? {} : { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
            'Auto-Submitted': 'auto-generated',
          },
        })
        return { ok: true }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

const refusalSchema = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  permanent: z.boolean().optional(),
})

/** What the server refused for good will be refused again; anything else, such as a lost connection, may pass. */
function outcomeOf(error: unknown): MailOutcome {
  const { code, responseCode, permanent } = refusalSchema.safeParse(error).data ?? {}
  const failure = [code ?? 'unknown', responseCode].filter((part) => part !== undefined).join(' ')
  return { ok: false, failure, isTransient: permanent !== true }
}
