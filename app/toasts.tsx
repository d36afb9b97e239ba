'use client'

import dynamic from 'next/dynamic'
import { useSyncExternalStore } from 'react'
import { isToasterWanted, onToasterWanted } from '@/components/ui/toast'

const Toaster = dynamic(() => import('@/components/ui/toaster').then(({ Toaster }) => Toaster), {
  ssr: false,
})

/** Draws short messages: for members from the start, for who only reads from the first one on. */
export function Toasts({ isMember = false }: { isMember?: boolean }) {
  const isWanted = useSyncExternalStore(onToasterWanted, isToasterWanted, () => false)
  return isMember || isWanted ? <Toaster /> : null
}
