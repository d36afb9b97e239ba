'use client'

import { useState } from 'react'
import { enter } from '@/app/(auth)/enter'
import { DemoPeople } from '@/components/people/demo-people'
import { ErrorNote } from '@/components/ui/feedback'

type StepInProps = {
  people: readonly { handle: string; name: string; bio: string }[]
  path: string
}

/** One click signs in as a demo person. */
export function StepIn({ people, path }: StepInProps) {
  const [entering, setEntering] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function stepIn(handle: string) {
    setProblem(null)
    setEntering(handle)
    const refusal = await enter('demo', { handle }, path)
    if (refusal === null) return
    setEntering(null)
    setProblem(refusal)
  }

  return (
    <div className="space-y-4">
      {problem ? <ErrorNote>{problem}</ErrorNote> : null}
      <DemoPeople people={people} entering={entering} onStepIn={(handle) => void stepIn(handle)} />
    </div>
  )
}
