/** Set once the tour was opened or skipped; read where the invitation would stand. */
export const TOUR_COOKIE = 'caveat-tour'

const YEAR_S = 365 * 24 * 60 * 60

/** In this browser, also for those who have no account. */
export function rememberTour(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is in fewer browsers than people come with.
  document.cookie = `${TOUR_COOKIE}=seen; path=/; max-age=${YEAR_S}; samesite=lax`
}
