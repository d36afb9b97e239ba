import { CircleAlert, Info, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

/** Holds the place of something that is coming; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-4 w-full animate-breathe rounded-sm bg-line', className)} />
}

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-2.5">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never reordered.
        <Skeleton key={line} className={line === lines - 1 ? 'w-3/5' : 'w-full'} />
      ))}
    </div>
  )
}

export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted text-sm">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {label}
    </span>
  )
}

export type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** What would fill this place. */
  children: ReactNode
  /** The button or link that starts it. */
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center rounded-lg border border-line border-dashed px-6 py-12 text-center',
        className,
      )}
    >
      {icon ? <span className="mb-3 text-muted [&_svg]:size-7 [&_svg]:stroke-[1.5]">{icon}</span> : null}
      <p className="display text-lg">{title}</p>
      <div className="mt-1 max-w-md text-muted text-sm">{children}</div>
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}

const NOTE_TONES = {
  plain: 'plain',
  accent: 'accent',
  good: 'bought',
  warn: 'waiting',
  bad: 'failed',
} as const

export type NoteProps = {
  tone?: keyof typeof NOTE_TONES
  icon?: ReactNode
  title?: ReactNode
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** Something the reader should know before going on. */
export function Note({ tone = 'plain', icon, title, children, action, className }: NoteProps) {
  return (
    <div
      data-tone={NOTE_TONES[tone]}
      className={cn(
        'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md border border-tone-line bg-tone-wash px-4 py-3 text-sm',
        className,
      )}
    >
      <span className="mt-[0.1875rem] text-tone [&_svg]:size-4">{icon ?? <Info aria-hidden />}</span>
      <div className="min-w-0 flex-1 basis-52">
        {title ? <p className="font-medium">{title}</p> : null}
        <div className={title ? 'text-ink/85' : undefined}>{children}</div>
      </div>
      {action}
    </div>
  )
}

export type ErrorNoteProps = {
  title?: string
  /** What happened and what to do. */
  children: ReactNode
  action?: ReactNode
  className?: string
}

/** Something went wrong; read out at once. */
export function ErrorNote({ title, children, action, className }: ErrorNoteProps) {
  return (
    <div role="alert" className={className}>
      <Note tone="bad" icon={<CircleAlert aria-hidden />} title={title} action={action}>
        {children}
      </Note>
    </div>
  )
}
