import { useEffect, useEffectEvent, useState } from 'react'
import type { LogLine } from '@/server/tree/folded-tree'
import { counted } from '@/server/words/amounts'

/** Events of one verdict come within this time; a screen reader hears of them once. */
const TOGETHER_MS = 1_500

/** What a screen reader should hear: how much has come since it last heard, and the newest of it. Empty while off. */
export function useAnnounced(log: readonly LogLine[], isOn: boolean): string {
  const last = log.at(-1)
  const lastSeq = last?.seq ?? 0
  const [said, setSaid] = useState({ seq: lastSeq, words: '' })
  const isBehind = isOn && lastSeq > said.seq
  const say = useEffectEvent(() => {
    const newest = log.at(-1)
    if (!newest) return
    const come = log.filter((line) => line.seq > said.seq).length
    setSaid({
      seq: newest.seq,
      words: come > 1 ? `${counted(come, 'new event')}. ${newest.words}` : newest.words,
    })
  })
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(say, TOGETHER_MS)
    return () => clearTimeout(timer)
  }, [isBehind])
  return isOn ? said.words : ''
}
