import { KeyRound } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Note } from '@/components/ui/feedback'

/** A secret that was just made, this once. */
export function WebhookSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Note
      tone="accent"
      icon={<KeyRound aria-hidden />}
      title="Copy the secret now: it is shown only this once."
    >
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="block max-w-full whitespace-normal break-all rounded border border-line bg-surface px-2 py-1 text-sm">
          {secret}
        </code>
        <CopyButton text={secret} label="Copy the secret" />
        <Button variant="quiet" onClick={onDone}>
          I have it
        </Button>
      </div>
    </Note>
  )
}
