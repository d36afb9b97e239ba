import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/feedback'

type FormEndProps = {
  /** What is wrong with what was filled in, or what the server refused. */
  fault: string | null
  label: string
  isPending: boolean
  pendingLabel: string
  /** Left out where there is nothing to go back to. */
  onCancel: (() => void) | undefined
}

/** The last lines of a form that changes what stands: what is wrong, the button that sends it, and the way back. */
export function FormEnd({ fault, label, isPending, pendingLabel, onCancel }: FormEndProps) {
  return (
    <>
      {fault ? <ErrorNote>{fault}</ErrorNote> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isPending} pendingLabel={pendingLabel}>
          {label}
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Leave it as it was
          </Button>
        ) : null}
      </div>
    </>
  )
}
