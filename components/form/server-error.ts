/** What a form can do with a refusal: which field to mark, what to say, and which case it was. */
export type ServerError = {
  /** The sentence a person reads. */
  message: string
  /** The market's own code ("ledger.insufficient_funds"); null when the server was not reached. */
  code: string | null
  /** The field the refusal is about, by its name in the contract. */
  field: string | null
  /** What the contract said about each field of an invalid input. */
  fieldErrors: Readonly<Record<string, readonly string[]>>
}

const UNREACHED = 'The server could not be reached. What you typed is kept; try again in a moment.'

/** The part of an error that the server's formatter adds (`formatError` in `server/api/trpc.ts`). */
type Refusal = {
  message: string
  data: {
    appCode?: string | null
    field?: string | null
    zod?: { fieldErrors?: Record<string, string[]> } | null
  }
}

/** Reads whatever a call threw. An error without the server's mark means that no answer came back. */
export function readServerError(error: unknown): ServerError {
  if (!isRefusal(error)) return { message: UNREACHED, code: null, field: null, fieldErrors: {} }
  const { message, data } = error
  return {
    message,
    code: data.appCode ?? null,
    field: data.field ?? null,
    fieldErrors: data.zod?.fieldErrors ?? {},
  }
}

/** A call that was not answered throws an error without data: every page reads errors, so it does without a schema's library. */
function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'data' in error && typeof error.data === 'object' && error.data !== null
}

/** Each message with the field it belongs to; the message that names no field comes back under null. */
export function messagesOf(error: ServerError): { field: string | null; message: string }[] {
  const perField = Object.entries(error.fieldErrors).flatMap(([field, messages]) =>
    messages.slice(0, 1).map((message) => ({ field, message })),
  )
  return perField.length > 0 ? perField : [{ field: error.field, message: error.message }]
}
