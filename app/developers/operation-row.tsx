'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Disclosure } from '@/components/ui/disclosure'
import { Spinner } from '@/components/ui/feedback'

const TryCall = dynamic(() => import('@/app/developers/try-call').then((module) => module.TryCall), {
  loading: () => <Spinner />,
})

export type OperationRowProps = {
  id: string
  method: string
  path: string
  summary: string
  /** Scopes of a key; none for what is public. */
  needs: readonly string[]
}

/** An operation in a line; opened, what it takes and answers, and a form to try it. */
export function OperationRow({ id, method, path, summary, needs }: OperationRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li id={id} className="scroll-mt-20 py-1">
      <Disclosure
        open={isOpen}
        onOpenChange={setIsOpen}
        summary={
          <span className="block py-1.5">
            <code className="wrap-anywhere text-sm">
              {method} {path}
            </code>
            <span className="block font-normal text-muted text-sm">
              {summary}. {needs.length === 0 ? 'Public.' : `Needs ${needs.join(', ')}.`}
            </span>
          </span>
        }
      >
        {isOpen ? <TryCall method={method} path={path} /> : null}
      </Disclosure>
    </li>
  )
}
