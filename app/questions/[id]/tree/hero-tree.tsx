'use client'

import { useRouter } from 'next/navigation'
import { useReplay } from '@/app/questions/[id]/tree/use-replay'
import { TreeHero } from '@/components/tree/tree-hero'
import type { TreeView } from '@/server/tree/contract'

export type HeroTreeProps = { view: TreeView; className?: string }

/** A settled tree for the home page: it stands there whole and can be played; pressing a box opens the tree itself. */
export function HeroTree({ view, className }: HeroTreeProps) {
  const router = useRouter()
  const replay = useReplay(view)
  return (
    <TreeHero
      tree={replay.tree}
      layout={replay.layout}
      log={replay.log}
      isPlaying={replay.isPlaying}
      onPlayingChange={replay.onPlayingChange}
      onSelect={(id) =>
        router.push(`/questions/${view.rootId}?tab=inspection&look=overview&node=${encodeURIComponent(id)}`)
      }
      className={className}
    />
  )
}
