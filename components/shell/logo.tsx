import { cx } from 'class-variance-authority'

export type LogoProps = {
  /** The name beside the mark. */
  wordmark?: boolean
  className?: string
}

/**
 * A caret that is also the smallest tree: two offers under one decision, one bought and risen to it, one passed and hollow.
 */
export function Logo({ wordmark = true, className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-ink', className)}>
      <svg viewBox="0 0 24 24" className="size-6 shrink-0" fill="none" aria-hidden="true" focusable="false">
        <path d="M12 5.5 17.6 17" stroke="currentColor" strokeWidth="1.75" opacity="0.45" />
        <path d="M12 5.5 5.5 19" stroke="var(--accent)" strokeWidth="2" />
        <circle cx="18.5" cy="19" r="2.4" stroke="currentColor" strokeWidth="1.75" opacity="0.6" />
        <circle cx="5.5" cy="19" r="2.75" fill="var(--accent)" />
        <circle cx="12" cy="5.25" r="3.25" fill="currentColor" />
      </svg>
      {wordmark ? (
        <span className="display text-xl leading-none">Caveat</span>
      ) : (
        <span className="sr-only">Caveat</span>
      )}
    </span>
  )
}
