'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useRefresh } from '@/app/questions/[id]/use-question'
import { useTRPC } from '@/app/trpc'
import { useRequestKey } from '@/components/form/request-key'
import { readServerError } from '@/components/form/server-error'
import { Credits } from '@/components/money/credits'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import type { ContextView } from '@/server/contract/market-view'
import { exactCredits, parseCredits } from '@/server/shared/money'

/** Puts more credits into the budget of one's own open question. */
export function RaiseBudget({ view }: { view: ContextView }) {
  const trpc = useTRPC()
  const refresh = useRefresh()
  const request = useRequestKey()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const raise = useMutation(trpc.contexts.raise.mutationOptions())
  const wallet = useQuery({ ...trpc.wallet.summary.queryOptions(), enabled: isOpen }).data
  const amount = parseCredits(text)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!amount.ok) {
      setFault(amount.message)
      return
    }
    setFault(null)
    try {
      await raise.mutateAsync({
        contextId: view.id,
        amountMicros: amount.micros,
        requestKey: request.key,
      })
      request.renew()
      setText('')
      setIsOpen(false)
      toast.success(`${exactCredits(amount.micros)} credits more are held for this question.`)
      await refresh()
    } catch (error) {
      setFault(readServerError(error).message)
    }
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button size="sm">Raise the budget</Button>}
      title="Raise the budget"
      description="Sellers who know of the question are told, and what was too dear so far may be read again."
    >
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <Field
          label="Put in"
          hint={
            amount.ok
              ? `The budget is then ${exactCredits(view.budgetMicros + amount.micros)} credits. What is not spent comes back.`
              : 'What is not spent comes back.'
          }
          counter={
            wallet ? (
              <>
                <Credits micros={wallet.availableMicros} exact /> available
              </>
            ) : null
          }
          error={fault ?? undefined}
          required
        >
          <Input
            value={text}
            onChange={(event) => setText(event.target.value)}
            inputMode="decimal"
            suffix="credits"
            autoComplete="off"
            className="nums"
          />
        </Field>
        <div className="flex justify-end">
          <Button
            type="submit"
            variant="primary"
            pending={raise.isPending}
            pendingLabel="Holding the credits…"
          >
            Raise it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
