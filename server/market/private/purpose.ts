/** What a sealed text is and whose: it opens for nothing else. */
export const purposeOf = (offerId: string, version: number) => `offer:${offerId}:${version}`

/** Of an offer's own key. */
export const keyPurposeOf = (offerId: string) => `offer-key:${offerId}`
