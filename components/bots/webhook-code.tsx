import { SCRIPT_ADDRESS, withSecret } from '@/components/bots/webhook-script'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'

/** A whole server to begin with; while the secret is known, it is filled in. */
export function WebhookCode({ template, secret }: { template: string; secret: string | null }) {
  const script = withSecret(template, secret)
  return (
    <section aria-labelledby="bot-script" className="space-y-3">
      <h2 id="bot-script" className="display text-xl">
        A server to begin with
      </h2>
      <ol className="list-decimal space-y-1 pl-5 text-sm marker:text-muted">
        <li>
          Copy the script into a file called{' '}
          <a href={SCRIPT_ADDRESS} className="text-accent underline">
            bot.mjs
          </a>
          {secret === null ? ', and give it your secret as BOT_SECRET.' : '; your secret is in it.'}
        </li>
        <li>
          Run <code className="break-words">npm install standardwebhooks</code> and then{' '}
          <code>node bot.mjs</code> where the address above leads.
        </li>
        <li>Send a test call above. Then change what it knows.</li>
      </ol>
      <CopyButton text={script} label="Copy the script" />
      <Disclosure summary="Look at the script" defaultOpen={secret !== null}>
        <pre className="overflow-x-auto whitespace-pre-wrap break-words rounded-md border border-line bg-well p-3 text-xs leading-5">
          <code>{script}</code>
        </pre>
      </Disclosure>
    </section>
  )
}
