'use client'

import { type ChangeEvent, useState } from 'react'
import type { Checked, CheckedReceipt } from '@/components/receipt/check-receipt'
import { Button } from '@/components/ui/button'
import { ErrorNote, Note } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/input'
import { ExactMoment } from '@/components/wallet/exact-moment'

/** Where the market publishes the keys it signs with. */
const KEYS_PATH = '/.well-known/jwks.json'
/** A receipt has a few kilobytes for each offer; a file that is longer is none. */
const FILE_BYTES_MAX = 5_000_000

/** Checks the receipt of this page, or a file that somebody kept, in the browser. What checks is fetched on the press. */
export function CheckHere({ fileHref }: { fileHref: string }) {
  const [isChecking, setIsChecking] = useState(false)
  const [checked, setChecked] = useState<Checked | 'unreachable' | null>(null)

  async function check(read: () => Promise<unknown>) {
    setIsChecking(true)
    setChecked(await checkWith(read).catch(() => 'unreachable' as const))
    setIsChecking(false)
  }

  function onFile({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    void check(async () => (file.size > FILE_BYTES_MAX ? null : jsonOf(await file.text())))
    target.value = ''
  }

  return (
    <div className="mt-4 space-y-4 noscript:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={isChecking} onClick={() => void check(() => fetchJson(fileHref))}>
          Check this receipt here
        </Button>
        <label className="inline-flex min-h-9 cursor-pointer items-center text-sm underline underline-offset-2 focus-within:outline-2 focus-within:outline-accent pointer-coarse:min-h-11">
          Check a file that you kept
          <input
            type="file"
            accept=".json,application/json"
            className="sr-only"
            disabled={isChecking}
            onChange={onFile}
          />
        </label>
      </div>
      <div aria-live="polite" className="space-y-4 empty:hidden">
        {checked === null ? null : checked === 'unreachable' ? (
          <ErrorNote>The receipt or the keys could not be fetched. Try again.</ErrorNote>
        ) : (
          <Result checked={checked} />
        )}
      </div>
    </div>
  )
}

function Result({ checked }: { checked: Checked }) {
  switch (checked.is) {
    case 'genuine':
      return (
        <>
          <Note tone="good" title="It is as the market signed it.">
            Signed by {checked.receipt.issuer} on <ExactMoment at={checked.receipt.issuedAt} />, with the key{' '}
            <code className="break-all text-xs">{checked.keyName}</code>.
          </Note>
          <IsItSold receipt={checked.receipt} />
        </>
      )
    case 'changed':
      return (
        <Note tone="bad" title="It is not what the market signed.">
          The signature does not fit: something in this file was changed.
        </Note>
      )
    case 'unknown-key':
      return (
        <Note tone="bad" title="This market did not sign it.">
          Its key <code className="break-all text-xs">{checked.keyName}</code> is none of those that this
          market publishes.
        </Note>
      )
    case 'no-receipt':
      return (
        <Note tone="bad" title="This is no receipt.">
          A receipt is the signed file that its page gives.
        </Note>
      )
    case 'not-here':
      return (
        <Note tone="warn" title="This browser cannot check it.">
          It knows no Ed25519 signatures, or not on this page. A newer browser does, and so does the script
          that is named above.
        </Note>
      )
  }
}

/** Whether a text is one of those that the receipt is about, letter for letter. */
function IsItSold({ receipt }: { receipt: CheckedReceipt }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ id: string; teaser: string | null } | 'none' | null>(null)
  if (receipt.offers.every(({ nonce }) => nonce === null)) return null

  async function look() {
    const { offerWithText } = await import('@/components/receipt/check-receipt')
    setFound((await offerWithText(receipt, text)) ?? 'none')
  }

  return (
    <div className="max-w-2xl space-y-3">
      <Field
        label="Is a text that you have the one that was sold?"
        hint="Letter for letter, as Markdown. It does not leave this browser."
      >
        <Textarea
          rows={4}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setFound(null)
          }}
        />
      </Field>
      <Button size="sm" disabled={text === ''} onClick={() => void look()}>
        Compare it
      </Button>
      <p aria-live="polite" className="text-sm empty:hidden">
        {found === null
          ? null
          : found === 'none'
            ? 'It is none of the texts that you may read here.'
            : `It is the text of “${found.teaser ?? found.id}”.`}
      </p>
    </div>
  )
}

async function checkWith(read: () => Promise<unknown>): Promise<Checked> {
  const [{ checkReceipt }, file, keys] = await Promise.all([
    import('@/components/receipt/check-receipt'),
    read(),
    fetchJson(KEYS_PATH),
  ])
  return checkReceipt(file, keys)
}

async function fetchJson(path: string): Promise<unknown> {
  const reply = await fetch(path)
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
  return reply.json()
}

/** Null for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
