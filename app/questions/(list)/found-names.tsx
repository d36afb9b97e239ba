import { Tag, UserRound } from 'lucide-react'
import { Chip } from '@/components/ui/badge'
import type { NamesFound } from '@/server/contract/follows'

/** Tags and people that begin with what is searched, above the questions that say it. */
export function FoundNames({ names: { tags, people } }: { names: NamesFound }) {
  if (tags.length + people.length === 0) return null
  return (
    <ul aria-label="Tags and people" className="flex flex-wrap gap-2 pt-3">
      {tags.map(({ tag, questions }) => (
        <li key={tag}>
          <Chip href={`/tags/${encodeURIComponent(tag)}`}>
            <Tag aria-hidden className="size-3" />
            {tag}
            <span className="text-muted">
              {questions}
              <span className="sr-only"> {questions === 1 ? 'question' : 'questions'}</span>
            </span>
          </Chip>
        </li>
      ))}
      {people.map(({ handle, name }) => (
        <li key={handle}>
          <Chip href={`/people/${handle}`}>
            <UserRound aria-hidden className="size-3" />
            {name}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
