import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'

/** A list that did not come, with a way to try again. */
export function ListFault({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <ErrorNote
      title="The list could not be loaded."
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </ErrorNote>
  )
}

export type ListEndProps = { hasMore: boolean; isLoading: boolean; onMore: () => void }

/** The next page of a list, when there is one. */
export function ListEnd({ hasMore, isLoading, onMore }: ListEndProps) {
  if (!hasMore) return null
  return (
    <div className="flex justify-center pt-4">
      <Button pending={isLoading} onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
