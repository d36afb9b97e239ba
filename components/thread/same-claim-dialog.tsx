'use client'

import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'

export type SameClaimDialogProps = {
  /** The claim of the page, and the one that is said to be the same. */
  claims: readonly [string, string]
  /** Of the button that opens it. */
  label: string
  pending: boolean
  onSay: () => void
}

/** Both claims beside each other, to be read before somebody says that they are one. */
export function SameClaimDialog({ claims, label, pending, onSay }: SameClaimDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [here, other] = claims
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      pending={pending}
      size="md"
      trigger={
        <Button size="sm" pending={pending}>
          {label}
        </Button>
      }
      title="Do both say the same?"
      description="They must: whoever reads one of them is shown what came of the other. Another time, place, number or word such as “not” makes another claim. If you are not sure, leave them apart."
      confirmLabel="Yes, both say the same"
      onConfirm={() => {
        setIsOpen(false)
        onSay()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Claim title="This claim" text={here} />
        <Claim title="The other one" text={other} />
      </div>
    </AlertDialog>
  )
}

const Claim = ({ title, text }: { title: string; text: string }) => (
  <figure>
    <figcaption className="text-muted text-xs">{title}</figcaption>
    <blockquote className="wrap-anywhere mt-1 border-line border-l-2 pl-3 font-serif">{text}</blockquote>
  </figure>
)
