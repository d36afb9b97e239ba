'use client'

import { Share2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

export type ShareButtonProps = {
  path: string
  title: string
  /** What whoever gets the link sees. */
  says: string
}

/** Hands the address of this page to whatever the device shares with, or to the clipboard. */
export function ShareButton({ path, title, says }: ShareButtonProps) {
  async function share() {
    const url = new URL(path, window.location.href).href
    try {
      if (navigator.share) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        toast.success('The link is copied.', { description: says })
      }
    } catch (error) {
      // Closing the device's own sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error(`The link could not be copied. It is ${url}`)
    }
  }
  return (
    <Button variant="quiet" size="sm" className="noscript:hidden" title={says} onClick={share}>
      <Share2 aria-hidden />
      <span className="max-sm:sr-only">Share</span>
    </Button>
  )
}
