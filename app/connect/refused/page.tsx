import type { Metadata } from 'next'
import { PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/feedback'

export const metadata: Metadata = { title: 'Not connected', robots: { index: false } }

/** What the words of OAuth mean for whoever was sent here; a word that is not here is not repeated. */
const REASONS: Readonly<Record<string, string>> = {
  invalid_client: 'The market does not know this program, or could not read the page that describes it.',
  invalid_client_metadata: 'The page that describes this program is not as it has to be.',
  invalid_redirect_uri: 'The program wants you sent to an address that it has not registered.',
  invalid_target: 'The program asks for something that this market does not have.',
  invalid_request: 'The program asked in a way that this market does not take, or half an hour has passed.',
  unsupported_response_type: 'The program asked in a way that this market does not take.',
}

/** Where a browser ends that a program sent here with something wrong; nobody is sent on to another site from it. */
export default async function RefusedPage({
  searchParams,
}: {
  searchParams: Promise<{ error?: string | string[] }>
}) {
  const { error } = await searchParams
  const reason = REASONS[String(error)] ?? 'Something went wrong on the way.'
  return (
    <div className="page-narrow pb-24">
      <PageHeader title="Not connected" />
      <EmptyState title="The program was not connected">
        {reason} Nothing was given to it. Start again from the program; if this stays so, whoever makes it has
        to mend it.
      </EmptyState>
    </div>
  )
}
