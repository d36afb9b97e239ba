'use client'

import { type ReactNode, useEffect, useRef } from 'react'

export type KeptHeightProps = {
  /** Somebody looks on at what stands below. */
  isKept: boolean
  children: ReactNode
}

/** Never gets lower while its width stays, so that nothing below moves up when what it holds changes. */
export function KeptHeight({ isKept, children }: KeptHeightProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!isKept || element === null) return
    let width = element.offsetWidth
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth !== width) {
        width = element.offsetWidth
        element.style.minHeight = ''
      }
      element.style.minHeight = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      element.style.minHeight = ''
    }
  }, [isKept])
  return <div ref={box}>{children}</div>
}
