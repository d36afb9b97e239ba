'use client'

import { Download, Play, Square } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { saveCsv, saveJsonLines } from '@/app/lab/[experiment]/downloads'
import type { Facts } from '@/app/lab/[experiment]/facts'
import { pointsOfRuns } from '@/app/lab/[experiment]/points-of-runs'
import { ResultView } from '@/app/lab/[experiment]/result-view'
import {
  type Draft,
  firstDraft,
  foldedFields,
  HERE_SECONDS_MAX,
  HERE_SECONDS_STOP,
  type ReadDraft,
  readDraft,
} from '@/app/lab/[experiment]/run-draft'
import { type LabState, useLabRun } from '@/app/lab/[experiment]/use-lab-run'
import { nameText } from '@/app/lab/lab-words'
import { useIsLive } from '@/components/form/use-is-live'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { ErrorNote, Note, Skeleton } from '@/components/ui/feedback'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ProgressBar } from '@/components/ui/progress-bar'
import { durationWords } from '@/server/lab/duration-words'
import { legalWords, type ParameterField } from '@/server/lab/parameter-fields'
import { seedsText } from '@/server/lab/seeds'
import { counted } from '@/server/words/amounts'

/** Parameters to change, and a run of them in this browser. */
export function RunHere({ facts }: { facts: Facts }) {
  const [draft, setDraft] = useState<Draft>(() => firstDraft(facts))
  const { state, start, stop } = useLabRun()
  const isLive = useIsLive()
  const read = useMemo(() => readDraft(facts, draft), [facts, draft])
  const problems = read.ok ? {} : read.problems
  const isShort = read.ok && read.seconds <= HERE_SECONDS_MAX
  const isRunning = state.phase === 'running'
  const [isUnfolded, setUnfolded] = useState(false)
  const { shown, folded } = foldedFields(facts)
  const input = (field: ParameterField) => (
    <Field
      key={field.name}
      label={nameText(field.name)}
      hint={`${field.words}: ${legalWords(field)}.`}
      error={problems[field.name]}
    >
      <Input
        value={draft.values[field.name] ?? ''}
        onChange={({ target }) =>
          setDraft({ ...draft, values: { ...draft.values, [field.name]: target.value } })
        }
      />
    </Field>
  )
  const runButton = useRef<HTMLButtonElement>(null)
  const seedsInput = useRef<HTMLInputElement>(null)
  return (
    <div className="space-y-8">
      <form
        className="space-y-6"
        inert={!isLive}
        onSubmit={(event) => {
          event.preventDefault()
          if (read.ok && isShort && !isRunning)
            start({ experiment: facts.name, set: read.set, seeds: read.seeds })
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(input)}
          <Field label="seeds" hint="One run for each: 8,16,64 or 1-20." error={problems.seeds}>
            <Input
              ref={seedsInput}
              value={draft.seeds}
              onChange={({ target }) => setDraft({ ...draft, seeds: target.value })}
            />
          </Field>
        </div>
        {folded.length > 0 ? (
          <Disclosure
            summary={`${counted(folded.length, 'more parameter')}: ${folded.map(({ name }) => nameText(name)).join(', ')}`}
            open={isUnfolded || folded.some(({ name }) => problems[name])}
            onOpenChange={setUnfolded}
          >
            <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">{folded.map(input)}</div>
          </Disclosure>
        ) : null}
        <p className="text-muted text-sm">
          Several values of one parameter, separated by commas, are all run.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {/* Both stay apart: a button that turns into another under the finger is pressed twice. */}
          <Button
            ref={runButton}
            type="submit"
            variant="primary"
            disabled={!isLive || !isShort || facts.needsModel}
            aria-disabled={isRunning}
          >
            <Play aria-hidden />
            Run it here
          </Button>
          {isRunning ? (
            <Button
              type="button"
              onClick={() => {
                stop()
                runButton.current?.focus()
              }}
            >
              <Square aria-hidden />
              Stop
            </Button>
          ) : null}
          <p aria-live="polite" className="text-muted text-sm">
            <Forecast facts={facts} read={read} />
          </p>
          {read.ok && !isShort && read.seedsHere > 0 && !facts.needsModel ? (
            <Button
              type="button"
              size="sm"
              onClick={() => {
                setDraft({ ...draft, seeds: seedsText(read.seeds.slice(0, read.seedsHere)) })
                seedsInput.current?.focus()
              }}
            >
              Take the first {counted(read.seedsHere, 'seed')}
            </Button>
          ) : null}
        </div>
      </form>

      {isRunning ? (
        <>
          <ProgressBar
            label="Runs that are done"
            value={state.done}
            max={state.of}
            valueText={state.of === 0 ? 'starting' : `${state.done} of ${counted(state.of, 'run')}`}
          />
          {/* The place of what comes, so that nothing below is pushed away when it does. */}
          <Skeleton className="h-[36rem]" />
        </>
      ) : null}
      <p role="status" className="sr-only">
        {statusWords(state)}
      </p>
      {state.phase === 'stopped' ? (
        <Note>You stopped it before any run was done, so there is nothing to show.</Note>
      ) : null}
      {state.phase === 'failed' ? <ErrorNote title="The run failed">{state.reason}</ErrorNote> : null}
      {state.phase === 'done' ? (
        <section aria-labelledby="your-result" className="space-y-5">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 id="your-result" className="display text-lg">
              What your {counted(state.runs.length, 'run')} gave
            </h3>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => saveCsv(facts, state.runs)}>
                <Download aria-hidden />
                CSV
              </Button>
              <Button size="sm" onClick={() => saveJsonLines(facts.name, state.runs)}>
                <Download aria-hidden />
                JSON Lines
              </Button>
            </div>
          </div>
          {state.end === 'whole' ? null : (
            <Note>
              {state.end === 'stopped'
                ? 'You stopped it'
                : `It was stopped after ${HERE_SECONDS_STOP} seconds`}
              : {state.runs.length} of {counted(state.of, 'run')} are done, and only they are shown. The
              command below does all.
            </Note>
          )}
          <ResultView facts={facts} points={pointsOfRuns(facts, state.runs)} label="Your runs" />
        </section>
      ) : null}

      {read.ok ? (
        <div className="space-y-2">
          <p className="text-muted text-sm">On all cores of your machine, and resumable:</p>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 break-words rounded-md bg-well px-3 py-2 text-sm">{read.command}</code>
            <CopyButton text={read.command} size="sm" />
          </div>
        </div>
      ) : null}
    </div>
  )
}

function statusWords(state: LabState): string {
  if (state.phase === 'stopped') return 'Stopped before any run was done.'
  if (state.phase !== 'done') return ''
  const done =
    state.end === 'whole'
      ? `${counted(state.runs.length, 'run')} done`
      : `Stopped with ${state.runs.length} of ${counted(state.of, 'run')} done`
  return `${done}; what they gave is below.`
}

function Forecast({ facts, read }: { facts: Facts; read: ReadDraft }) {
  if (!read.ok) return 'Mend the fields that are marked.'
  const words = `${counted(read.runs, 'run')}, ${durationWords(read.seconds)}`
  if (facts.needsModel) return `${words}. It needs a language model, so it runs by command only.`
  if (read.seconds <= HERE_SECONDS_MAX) return `${words}.`
  return read.seedsHere > 0
    ? `${words}: too long for a page. Take fewer seeds, or the command below.`
    : `${words}: too long for a page, even with one seed. Take fewer values or smaller numbers, or the command below.`
}
