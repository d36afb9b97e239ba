'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { exampleOf, type Schema } from '@/app/developers/example'
import { Button } from '@/components/ui/button'
import { ErrorNote, Spinner } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input, Textarea } from '@/components/ui/input'

const ROOT = '/api/v1'

type Operation = {
  parameters: { name?: string; in?: string; required?: boolean }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** The document is asked for once, when the first operation is opened. */
function useOperation(method: string, path: string) {
  return useQuery({
    queryKey: ['openapi'],
    queryFn: async (): Promise<Document> => (await fetch(`${ROOT}/openapi.json`)).json(),
    staleTime: Number.POSITIVE_INFINITY,
    select: (document) => document.paths[path]?.[method.toLowerCase()],
  })
}

export type TryCallProps = { method: string; path: string }

/** What an operation takes and answers, and a form that calls it with a key, which stays in this page alone. */
export function TryCall({ method, path }: TryCallProps) {
  const { data: operation, error } = useOperation(method, path)
  if (error) return <ErrorNote>The description did not load. Reload the page.</ErrorNote>
  return operation ? <Form method={method} path={path} operation={operation} /> : <Spinner />
}

function Form({ method, path, operation }: TryCallProps & { operation: Operation }) {
  const body = operation.requestBody?.content['application/json'].schema
  const answered = Object.values(operation.responses).find(({ content }) => content?.['application/json'])
  const named = operation.parameters.flatMap(({ name, in: place, required = false }) =>
    name === undefined || (place !== 'path' && place !== 'query') ? [] : [{ name, place, required }],
  )
  const [key, setKey] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [text, setText] = useState(() => (body ? JSON.stringify(exampleOf(body), null, 2) : ''))
  const [answer, setAnswer] = useState<{ status: string; text: string } | null>(null)
  const [isCalling, setIsCalling] = useState(false)

  async function call(event: FormEvent) {
    event.preventDefault()
    setIsCalling(true)
    const asked = new URLSearchParams(
      named.flatMap(({ name, place }) => (place === 'query' && values[name] ? [[name, values[name]]] : [])),
    )
    const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    try {
      const response = await fetch(`${ROOT}${place}${asked.size > 0 ? `?${asked}` : ''}`, {
        method,
        // The key alone says who calls.
        credentials: 'omit',
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(text === '' ? {} : { 'content-type': 'application/json' }),
        },
        ...(text === '' ? {} : { body: text }),
      })
      setAnswer({ status: `${response.status}`, text: pretty(await response.text()) })
    } catch {
      setAnswer({ status: 'No answer', text: 'The market could not be reached. Try again.' })
    } finally {
      setIsCalling(false)
    }
  }

  return (
    <form className="space-y-5" onSubmit={(event) => void call(event)}>
      <Field label="Key" hint="Stays on this page. Empty: as a visitor.">
        <Input
          type="password"
          autoComplete="off"
          placeholder="caveat_…"
          value={key}
          onChange={(event) => setKey(event.target.value.trim())}
        />
      </Field>
      {named.map(({ name, required }) => (
        <Field key={name} label={name} required={required}>
          <Input
            autoComplete="off"
            required={required}
            value={values[name] ?? ''}
            onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
          />
        </Field>
      ))}
      {body ? (
        <Field label="Body" hint="JSON; a field that is not described is refused.">
          <Textarea
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      ) : null}
      <Button type="submit" pending={isCalling}>
        Call it
      </Button>
      <div aria-live="polite">
        {answer === null ? null : (
          <>
            <p className="mb-1 font-medium text-sm">{answer.status}</p>
            <Code text={answer.text} label="Answer" />
          </>
        )}
      </div>
      {answered?.content?.['application/json'] ? (
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-muted text-sm">
            What it answers
          </summary>
          <Code
            text={JSON.stringify(exampleOf(answered.content['application/json'].schema), null, 2)}
            label="What it answers"
          />
        </details>
      ) : null}
    </form>
  )
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <section
      aria-label={label}
      // What scrolls is reached by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded border border-line bg-well p-3 text-xs"
    >
      <pre>{text}</pre>
    </section>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
