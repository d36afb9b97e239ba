/** Why an asker may take a settled question up again: counter-offers wait, or a page that it is about has changed. */
export const REOPEN_CAUSES = ['offers', 'page', 'offers-and-page'] as const
export type ReopenCause = (typeof REOPEN_CAUSES)[number]
