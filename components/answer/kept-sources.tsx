import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { KeptSource } from '@/server/contract/quoting'
import type { PublicationPreview } from '@/server/tree/contract'
import { counted } from '@/server/words/amounts'

export type KeptSourcesProps = {
  kept: readonly KeptSource[]
  /** What is left of the answer without them. */
  remains?: ReactNode
  isAsking: boolean
  onAsk: () => void
  className?: string
}

/** What a published answer leaves out because its sellers keep it for the asker, and one press that asks them for more. */
export function KeptSources({ kept, remains, isAsking, onAsk, className }: KeptSourcesProps) {
  const unasked = kept.filter(({ askedAt }) => askedAt === null).length
  return (
    <div className={cn('space-y-2', className)}>
      <p>
        {kept.length === 1
          ? 'One source is for you alone, and stays'
          : `${kept.length} sources are for you alone, and stay`}{' '}
        out of what others read. {remains}
      </p>
      <ul className="space-y-1 border-edge border-l-2 pl-3 text-muted">
        {kept.map(({ offerId, teaser, sellerName, botName, askedAt }) => (
          <li key={offerId}>
            {teaser === null ? 'What is shown sealed' : <span className="font-serif">“{teaser}”</span>},{' '}
            {botName ?? sellerName}
            {askedAt === null ? null : ' (asked)'}
          </li>
        ))}
      </ul>
      {unasked > 0 ? (
        <Button size="sm" pending={isAsking} onClick={onAsk}>
          {unasked === 1 ? 'Ask its seller to allow it' : `Ask ${counted(unasked, 'seller')} to allow it`}
        </Button>
      ) : (
        <p className="text-muted">
          Every seller has been asked. What they allow appears in what others would read.
        </p>
      )}
    </div>
  )
}

/** What others would read as things are. */
export function remainsInWords({ publication, isBare }: PublicationPreview): string {
  if (isBare) return 'Nothing of the answer remains to be read.'
  return withheldInWords(publication.withheld)
}

export function withheldInWords(withheld: number): string {
  return withheld === 0
    ? 'The whole answer remains.'
    : `The answer remains without ${counted(withheld, 'sentence')} that may say what they say.`
}
