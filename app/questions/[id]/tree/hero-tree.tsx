'use client'

import { useRouter } from 'next/navigation'
import { overviewHref } from '@/app/questions/[id]/tree/overview-href'
import { useReplay } from '@/app/questions/[id]/tree/use-replay'
import { TreeHero } from '@/components/tree/tree-hero'
import type { TreeView } from '@/server/tree/contract'

export type HeroTreeProps = { view: TreeView; className?: string }

/** A settled tree for the home page: it stands there whole and can be played; pressing a box opens the tree itself. */
export function HeroTree({ view, className }: HeroTreeProps) {
  const router = useRouter()
  const replay = useReplay(view)
  const hrefOf = (id: string) => overviewHref(view.rootId, id)
  return (
    <TreeHero
      tree={replay.tree}
      newest={replay.newest}
      log={replay.log}
      isPlaying={replay.isPlaying}
      onPlayingChange={replay.onPlayingChange}
      story={replay.story}
      onSelect={(id) => router.push(hrefOf(id))}
      hrefOf={hrefOf}
      className={className}
    />
  )
}
