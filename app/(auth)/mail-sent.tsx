'use client'

import { type ReactNode, useState } from 'react'
import { readServerError } from '@/components/form/server-error'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note } from '@/components/ui/feedback'

const TOO_MANY = 'That address has had as many mails as it gets in an hour. Look through them, or wait.'

export type MailSentProps = {
  email: string
  /** What the link does, and how long it is good. */
  children: ReactNode
  /** False: there is no mail server, and the operator has the link. */
  sendsMail: boolean
  onAgain: () => Promise<unknown>
  /** Back to the form, for another address. */
  onOther: () => void
}

/** After a link was sent: what happens next, and what to do when nothing comes. */
export function MailSent({ email, children, sendsMail, onAgain, onOther }: MailSentProps) {
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<{ isSent: boolean; words: string } | null>(null)

  async function again() {
    setIsSending(true)
    try {
      await onAgain()
      setOutcome({ isSent: true, words: 'Sent again.' })
    } catch (error) {
      const { code, message } = readServerError(error)
      setOutcome({ isSent: false, words: code === 'request.too_many' ? TOO_MANY : message })
    }
    setIsSending(false)
  }

  return (
    <div className="space-y-5">
      <div role="status">
        <Note
          tone="accent"
          title={
            sendsMail ? (
              <>
                Look in the mail of <span className="wrap-anywhere">{email}</span>
              </>
            ) : (
              'Ask whoever runs this market for your link'
            )
          }
        >
          {sendsMail
            ? children
            : 'It sends no mail. The link is in its log, and its operator passes it on to you.'}
        </Note>
      </div>
      {sendsMail ? (
        <p className="text-muted text-sm">Nothing there after some minutes? Look among the unwanted mail.</p>
      ) : null}
      <div aria-live="polite">
        {outcome?.isSent ? <p className="text-sm">{outcome.words}</p> : null}
        {outcome && !outcome.isSent ? <ErrorNote>{outcome.words}</ErrorNote> : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button pending={isSending} pendingLabel="Sending…" onClick={() => void again()}>
          Send it again
        </Button>
        <Button variant="quiet" onClick={onOther}>
          Use another address
        </Button>
      </div>
    </div>
  )
}
