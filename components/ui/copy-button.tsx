'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'

/** Long enough to be seen, short enough to copy again. */
const COPIED_MS = 2_000

export type CopyButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  text: string
  label?: string
}

/** Copies a text and says so, to the eye and to a screen reader; says when the browser refuses. */
export function CopyButton({ text, label = 'Copy', variant = 'secondary', ...rest }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)

  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), COPIED_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // Browsers refuse without a secure origin or permission; the text is still there to be selected.
      setOutcome('refused')
    }
  }

  const words = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Select and copy by hand' : label
  return (
    <Button variant={variant} onClick={copy} {...rest} className={cn('noscript:hidden', rest.className)}>
      {outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{words}</span>
    </Button>
  )
}
