import { Eye, Lock, ScanEye } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { MarkdownPreview } from '@/components/markdown/markdown-preview'
import { Credits } from '@/components/money/credits'
import { PRIVATE_CHARS_MAX, TEASER_CHARS_MAX } from '@/server/contract/market'
import { wordCount } from '@/server/shared/words'
import { counted } from '@/server/words/amounts'

export type OfferPreviewProps = {
  question: string
  teaser: string
  privateInfo: string
  /** Null while it cannot be read. */
  priceMicros: bigint | null
}

/** An offer before it is posted, once as everyone and once as the inspector will see it; what is too long is cut. */
export const OfferPreview = memo(function OfferPreview({
  question,
  teaser,
  privateInfo,
  priceMicros,
}: OfferPreviewProps) {
  const price =
    priceMicros === null ? <span className="text-muted">no price yet</span> : <Credits micros={priceMicros} />
  const said =
    teaser.trim() === '' ? <span className="text-muted">No teaser yet.</span> : cut(teaser, TEASER_CHARS_MAX)
  return (
    <div className="space-y-4">
      <Pane icon={<Eye aria-hidden />} title="What everyone sees">
        <p className="font-serif">{said}</p>
        <p className="mt-2 text-sm">{price}</p>
        <p
          data-tone="sealed"
          className="hatch mt-2 flex items-center gap-2 rounded-sm border border-tone-line bg-tone-wash px-2.5 py-1.5 text-sm text-tone"
        >
          <Lock aria-hidden className="size-3.5 shrink-0" />
          {counted(wordCount(privateInfo), 'word')}, locked
        </p>
      </Pane>
      <Pane icon={<ScanEye aria-hidden />} title="What the agent sees">
        <p className="text-muted text-sm">On “{question}”</p>
        <p className="mt-2 font-serif">{said}</p>
        <p className="mt-2 text-sm">{price}</p>
        <div className="mt-2 max-h-80 overflow-y-auto border-line border-t pt-2">
          {privateInfo.trim() === '' ? (
            <p className="text-muted text-sm">No full text yet.</p>
          ) : (
            <MarkdownPreview markdown={cut(privateInfo, PRIVATE_CHARS_MAX)} headingsFrom={4} />
          )}
        </div>
      </Pane>
    </div>
  )
})

/** Nobody will read more than the most that can be posted, and drawing it would hold up the typing. */
function cut(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax)}…` : text
}

function Pane({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface">
      <h3 className="flex items-center gap-2 border-line border-b px-4 py-2 font-medium text-muted text-xs [&_svg]:size-3.5">
        {icon}
        {title}
      </h3>
      <div className="px-4 py-3">{children}</div>
    </section>
  )
}
