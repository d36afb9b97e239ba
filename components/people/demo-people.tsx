import { Avatar } from '@/components/ui/avatar'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'

export type DemoPeopleProps = {
  people: readonly { handle: string; name: string; bio: string }[]
  /** Handle of the one that is being stepped in as. */
  entering: string | null
  onStepIn: (handle: string) => void
}

/** People of the demo market, each with a button to be them. */
export function DemoPeople({ people, entering, onStepIn }: DemoPeopleProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {people.map(({ handle, name, bio }) => (
        <Card as="li" key={handle} className="flex flex-col gap-3 p-4">
          <div className="flex items-center gap-3">
            <Avatar name={name} />
            <div className="min-w-0">
              <p className="truncate font-medium">{name}</p>
              <p className="truncate text-muted text-xs">@{handle}</p>
            </div>
          </div>
          {bio ? (
            <p className="line-clamp-3 flex-1 text-muted text-sm">{bio}</p>
          ) : (
            <span className="flex-1" />
          )}
          <Button
            size="sm"
            className="w-full"
            aria-label={`Step in as ${name}`}
            pending={entering === handle}
            disabled={entering !== null && entering !== handle}
            onClick={() => onStepIn(handle)}
          >
            Step in as {firstName(name)}
          </Button>
        </Card>
      ))}
    </ul>
  )
}

function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}
