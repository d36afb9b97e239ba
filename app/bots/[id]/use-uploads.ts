'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { CorpusUpload } from '@/components/bots/corpus-uploads'
import { refusalOf } from '@/components/bots/corpus-words'
import { uploadedSchema } from '@/server/contract/corpus'

/** Two at a time: one is sent while the server seals the other. */
const AT_ONCE = 2
const UNREACHED = 'The server could not be reached. Send it again in a moment.'

type Entry = CorpusUpload & { file: File; isSending: boolean }

/** Sends files to a bot, each in a request of its own, so that each has its progress and one bad file stops no other. */
export function useUploads(botId: string, onTaken: () => void) {
  const [entries, setEntries] = useState<Entry[]>([])
  const keys = useRef(0)
  const taken = useRef(onTaken)
  useEffect(() => {
    taken.current = onTaken
  }, [onTaken])

  const change = useCallback((key: string, changes: Partial<Entry>) => {
    setEntries((all) => all.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)))
  }, [])
  const forget = useCallback((key: string) => {
    setEntries((all) => all.filter((entry) => entry.key !== key))
  }, [])

  const send = useCallback(
    async ({ key, file }: Entry) => {
      const refused = await sendFile(botId, file, (sentBytes) => change(key, { sentBytes }))
      if (refused) change(key, { refused, isSending: false })
      else forget(key)
      taken.current()
    },
    [botId, change, forget],
  )

  useEffect(() => {
    const sending = entries.filter((entry) => entry.isSending).length
    const waiting = entries.filter((entry) => !entry.isSending && entry.refused === null)
    const next = waiting.slice(0, Math.max(0, AT_ONCE - sending))
    if (next.length === 0) return
    const started = new Set(next.map(({ key }) => key))
    setEntries((all) => all.map((entry) => (started.has(entry.key) ? { ...entry, isSending: true } : entry)))
    for (const entry of next) void send(entry)
  }, [entries, send])

  const add = useCallback((files: readonly File[]) => {
    const added = files.map((file): Entry => {
      keys.current += 1
      const message = refusalOf(file)
      return {
        key: `${keys.current}`,
        name: file.name,
        bytes: file.size,
        sentBytes: 0,
        refused: message === null ? null : { message, canRetry: false },
        file,
        isSending: false,
      }
    })
    setEntries((all) => [...all, ...added])
  }, [])

  return {
    uploads: entries as readonly CorpusUpload[],
    isSending: entries.some((entry) => entry.refused === null),
    add,
    retry: (key: string) => change(key, { refused: null, sentBytes: 0 }),
    dismiss: forget,
  }
}

/** Null when the server has the file; else why not. XMLHttpRequest, because `fetch` does not tell how much is sent. */
export function sendFile(
  botId: string,
  file: File,
  onProgress: (sentBytes: number) => void,
): Promise<CorpusUpload['refused']> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/bots/${encodeURIComponent(botId)}/documents`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onerror = () => resolve({ message: UNREACHED, canRetry: true })
    request.onload = () => {
      const answer: unknown = request.response
      const done = uploadedSchema.safeParse(answer)
      const error = done.success ? done.data.files[0]?.error : errorIn(answer)
      resolve(done.success && !error ? null : { message: error ?? UNREACHED, canRetry: true })
    }
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

function errorIn(answer: unknown): string | null {
  const isError = typeof answer === 'object' && answer !== null && 'error' in answer
  return isError && typeof answer.error === 'string' ? answer.error : null
}
