import { SearchX, Wallet } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/feedback'

export function NoWalletRows({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="No transaction fits"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Look at other days, other kinds, or fewer words.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Wallet aria-hidden />}
      title="Nothing has moved yet"
      action={
        <Button asChild>
          <Link href="/questions">Look at questions</Link>
        </Button>
      }
    >
      Budgets you set, credits that return, and what you sell appear here, each with its reason.
    </EmptyState>
  )
}
