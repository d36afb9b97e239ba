import { X } from 'lucide-react'
import { bytesInWords } from '@/components/bots/corpus-words'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'

/** A file on its way; gone from here once the server has it. */
export type CorpusUpload = {
  key: string
  name: string
  bytes: number
  sentBytes: number
  /** Why it was not taken, and whether sending it again may help. */
  refused: { message: string; canRetry: boolean } | null
}

export type CorpusUploadsProps = {
  uploads: readonly CorpusUpload[]
  onRetry: (key: string) => void
  onDismiss: (key: string) => void
}

/** Of a folder only the next ones are shown. */
const WAITING_SHOWN = 3

/** Files on their way to the server, each with its progress, and those that were not taken, with why. */
export function CorpusUploads({ uploads, onRetry, onDismiss }: CorpusUploadsProps) {
  const refused = uploads.filter((upload) => upload.refused !== null).length
  const sending = uploads.length - refused
  const waiting = uploads.filter((upload) => upload.refused === null && upload.sentBytes === 0)
  const hidden = new Set(waiting.slice(WAITING_SHOWN).map(({ key }) => key))
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {sending > 0 ? `Sending ${sending === 1 ? '1 file' : `${sending} files`}.` : ''}
        {refused > 0 ? ` ${refused === 1 ? '1 file was' : `${refused} files were`} not taken.` : ''}
      </p>
      {uploads.length === 0 ? null : (
        <ul aria-label="Files on their way" className="divide-y divide-line border-line border-y text-sm">
          {uploads
            .filter(({ key }) => !hidden.has(key))
            .map((upload) => (
              <li key={upload.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-52">
                  <p className="break-words font-medium">{upload.name}</p>
                  {upload.refused ? (
                    <p className="text-failed">{upload.refused.message}</p>
                  ) : (
                    <ProgressBar
                      className="mt-1.5"
                      label={`Sending ${upload.name}`}
                      value={upload.sentBytes}
                      max={upload.bytes}
                      valueText={
                        upload.sentBytes === 0
                          ? `Waiting to be sent, ${bytesInWords(upload.bytes)}`
                          : `${bytesInWords(upload.sentBytes)} of ${bytesInWords(upload.bytes)} sent`
                      }
                    />
                  )}
                </div>
                {upload.refused ? (
                  <div className="flex gap-1">
                    {upload.refused.canRetry ? (
                      <Button size="sm" onClick={() => onRetry(upload.key)}>
                        Send again
                      </Button>
                    ) : null}
                    <Button
                      size="icon"
                      variant="quiet"
                      aria-label={`Forget ${upload.name}`}
                      onClick={() => onDismiss(upload.key)}
                    >
                      <X aria-hidden />
                    </Button>
                  </div>
                ) : null}
              </li>
            ))}
          {hidden.size > 0 ? (
            <li className="nums py-3 text-muted">
              {hidden.size === 1 ? '1 more file waits' : `${hidden.size} more files wait`} to be sent.
            </li>
          ) : null}
        </ul>
      )}
    </>
  )
}
