/** Where the time comes from; passed in, so that waiting and expiry can be tested. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
