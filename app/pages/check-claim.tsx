import { Button } from '@/components/ui/button'
import { CLAIM_CHARS_MAX } from '@/server/contract/decision'
import { TITLE_CHARS_MIN } from '@/server/shared/text'

/** A sentence of a page becomes a claim in the form of asking; a plain form, so that it works before any script does. */
export function CheckClaim({ page }: { page: string }) {
  return (
    <form action="/ask" className="space-y-3 rounded-lg border border-line bg-surface p-5">
      <input type="hidden" name="page" value={page} />
      <label htmlFor="quote" className="display block text-lg">
        Check a claim on this page
      </label>
      <textarea
        id="quote"
        name="quote"
        required
        minLength={TITLE_CHARS_MIN}
        maxLength={CLAIM_CHARS_MAX}
        rows={3}
        placeholder="A sentence of it, in its own words"
        className="block w-full rounded-md border border-edge bg-paper px-3 py-2 text-base"
      />
      <Button type="submit" variant="primary">
        Check it
      </Button>
    </form>
  )
}
