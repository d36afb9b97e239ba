import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { Ago } from '@/components/time/time'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import type { Profile } from '@/server/contract/market-view'

export function PersonHeader({ person, actions }: { person: Profile['person']; actions?: ReactNode }) {
  return (
    <PageHeader
      title={
        <span className="flex items-center gap-4">
          <Avatar name={person.name} size="lg" />
          <span className="min-w-0 break-words">{person.name}</span>
        </span>
      }
      lead={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span>@{person.handle}</span>
          <span aria-hidden>·</span>
          <span>
            joined <Ago at={person.createdAt} />
          </span>
          {person.isDemo ? <Badge>demo person</Badge> : null}
        </span>
      }
      actions={actions}
    />
  )
}
